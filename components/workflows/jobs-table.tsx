'use client';
import type { ReactNode } from 'react';
import type { DataColumn } from '@/components/ui/column-layout';
import { DataTable, RowLink } from '@/components/ui/data-table';
import { Moment } from '@/components/ui/moment';
import { StatusMark } from '@/components/ui/status-mark';
import { WholeWords } from '@/components/ui/whole-words';
import { type JobRow, jobStatusWords, jobTones } from './job';
import { costPlaces, formatCost, runTime } from './measures';

interface JobsTableProps {
  jobs: JobRow[];
  /** Other jobs are loading. */
  busy: boolean;
  /** The address of the list, below which each job has its page. */
  base: string;
  /** Names the person who started a job; left out if it's always the same. */
  starterOf?: ((userId: string) => ReactNode) | undefined;
}

/** Jobs in rows, newest first; each leads to its job. */
export function JobsTable({ jobs, busy, base, starterOf }: JobsTableProps) {
  return (
    <DataTable
      busy={busy}
      columns={jobColumns(jobs, base, starterOf)}
      keyOf={({ id }) => id}
      label="Jobs"
      rows={jobs}
    />
  );
}

/** All to one place, so that they can be compared at a glance. */
const costCell = (jobs: readonly JobRow[]) => {
  const places = costPlaces(jobs.map(({ cost }) => cost));
  return ({ cost }: JobRow) => formatCost(cost, places);
};

const jobColumns = (
  jobs: readonly JobRow[],
  base: JobsTableProps['base'],
  starterOf: JobsTableProps['starterOf'],
): DataColumn<JobRow>[] => [
  {
    head: 'Name',
    minWidth: 240,
    priority: 9,
    cell: ({ id, name }) => (
      <>
        <RowLink className="font-medium" href={`${base}/${id}`}>
          <WholeWords text={name} />
        </RowLink>
        <WholeWords className="relative w-fit max-w-full font-mono text-[12px] text-muted" text={id} />
      </>
    ),
  },
  {
    head: 'Status',
    minWidth: 116,
    priority: 5,
    cell: ({ status }) => <StatusMark tone={jobTones[status]}>{jobStatusWords[status]}</StatusMark>,
  },
  ...(starterOf
    ? [
        {
          head: 'Started by',
          minWidth: 150,
          priority: 2,
          cell: ({ user_id }: JobRow) => starterOf(user_id),
        },
      ]
    : []),
  { head: 'Created', minWidth: 118, priority: 4, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  {
    head: 'Duration',
    minWidth: 102,
    priority: 1,
    kind: 'number',
    cell: (job) => runTime(job, Date.now()),
  },
  { head: 'Cost', minWidth: 100, priority: 3, kind: 'number', cell: costCell(jobs) },
];
