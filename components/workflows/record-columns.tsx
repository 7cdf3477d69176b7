'use client';
import type { ReactNode } from 'react';
import type { DataColumn } from '@/components/ui/column-layout';
import { RowLink } from '@/components/ui/data-table';
import { Moment } from '@/components/ui/moment';
import { WholeWords } from '@/components/ui/whole-words';
import { costPlaces, formatCost } from './measures';

/** Names the person who started a job or a run; undefined if it's always the same. */
export type StarterOf = ((userId: string) => ReactNode) | undefined;

/**
 * The column of names and ids, which lead to the pages below `base`.
 * @param noteOf a line below a row's id; null for none
 */
export const nameColumn = <Row extends { id: string; name: string }>(
  base: string,
  noteOf: (row: Row) => string | null = () => null,
): DataColumn<Row> => ({
  head: 'Name',
  minWidth: 220,
  priority: 9,
  cell: (row) => {
    const { id, name } = row;
    const note = noteOf(row);
    return (
      <>
        <RowLink className="font-medium" href={`${base}/${id}`}>
          <WholeWords text={name} />
        </RowLink>
        <WholeWords className="relative w-fit max-w-full font-mono text-[12px] text-muted" text={id} />
        {note && <p className="wrap-anywhere relative w-fit text-[13px] text-muted">{note}</p>}
      </>
    );
  },
});

/** The column of who started each; none if it's always the same person. */
export const starterColumns = <Row extends { user_id: string }>(starterOf: StarterOf): DataColumn<Row>[] =>
  starterOf
    ? [{ head: 'Started by', minWidth: 150, priority: 2, cell: ({ user_id }) => starterOf(user_id) }]
    : [];

export const createdColumn = <Row extends { createdAt: string }>(): DataColumn<Row> => ({
  head: 'Created',
  minWidth: 118,
  priority: 4,
  cell: ({ createdAt }) => <Moment at={createdAt} />,
});

/** Costs, all to one place, so that they can be compared at a glance. */
export function costColumn<Row extends { cost: number | null }>(rows: readonly Row[]): DataColumn<Row> {
  const places = costPlaces(rows.map(({ cost }) => cost));
  return {
    head: 'Cost',
    minWidth: 100,
    priority: 3,
    kind: 'number',
    cell: ({ cost }) => formatCost(cost, places),
  };
}
