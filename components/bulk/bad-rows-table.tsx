'use client';
import { useState } from 'react';
import { ListPager } from '@/components/ui/list-parts';
import { Cell, ColumnHeader, RowHeader, Table } from '@/components/ui/table';
import { WholeWords } from '@/components/ui/whole-words';
import { formatCount } from '@/lib/format/number';

const PAGE = 5;

interface BadRowsTableProps {
  badCount: number;
  /** The first of them. */
  badRows: readonly { line: number; column: string | null; message: string; value: string | null }[];
}

/** The rows of a file that no run takes, a page at a time: their lines, why, and the beginning of what is wrong. */
export function BadRowsTable({ badCount, badRows }: BadRowsTableProps) {
  const [skipped, setSkipped] = useState(0);
  const page = badRows.slice(skipped, skipped + PAGE);
  const unlisted = badCount - badRows.length;
  return (
    <>
      <div className="mt-2">
        <Table label="Bad rows">
          <thead>
            <tr>
              <ColumnHeader>Line</ColumnHeader>
              <ColumnHeader>Column</ColumnHeader>
              <ColumnHeader className="w-full">Reason</ColumnHeader>
            </tr>
          </thead>
          <tbody>
            {page.map(({ line, column, message, value }) => (
              <tr key={`${line} ${column}`}>
                <RowHeader className="align-top tabular-nums">{formatCount(line)}</RowHeader>
                <Cell className="max-w-[200px] align-top">
                  {column === null ? (
                    <span className="whitespace-nowrap text-muted">Whole row</span>
                  ) : (
                    <WholeWords text={column} />
                  )}
                </Cell>
                <Cell className="wrap-anywhere min-w-[140px]">
                  {message}
                  {value && <code className="mt-0.5 block font-mono text-[13px] text-muted">{value}</code>}
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
      {badRows.length > PAGE && (
        <p className="mt-3 text-[14px] text-muted" role="status">
          Bad rows {formatCount(skipped + 1)} to {formatCount(skipped + page.length)} of{' '}
          {formatCount(badCount)}
        </p>
      )}
      {unlisted > 0 && (
        <p className="text-[14px] text-muted">
          Only the first {formatCount(badRows.length)} are listed: correct them first.
        </p>
      )}
      <ListPager
        page={{ skipped, hasMore: skipped + PAGE < badRows.length }}
        turns={{
          nextPage: () => setSkipped(skipped + PAGE),
          previousPage: () => setSkipped(Math.max(0, skipped - PAGE)),
        }}
        what="bad rows"
      />
    </>
  );
}
