'use client';
import { useState } from 'react';
import { rowCount } from '@/components/bulk/bulk-run';
import { ListPager } from '@/components/ui/list-parts';
import { ZonedTime } from '@/components/ui/moment';
import { Cell, ColumnHeader, RowHeader, Table } from '@/components/ui/table';
import { WholeWords } from '@/components/ui/whole-words';
import { formatBytes, formatCount } from '@/lib/format/number';
import { fieldsOf } from '@/lib/rules/json';
import { type BulkFile, cellText, columnTypeWords, formatWords } from './bulk-file';

/** The contents of a file: its columns, its first rows, and the rows that can't run. */
export function FileContents({ file }: { file: BulkFile }) {
  const { format, rowCount: rows, size, expires_at } = file;
  return (
    <>
      <p className="text-[15px] text-muted">
        {formatWords[format]}, {rowCount(rows)}, {formatBytes(size)}. Usable until{' '}
        <ZonedTime at={expires_at} />.
      </p>
      {file.badCount > 0 && <BadRows file={file} />}
      <FirstRows file={file} />
    </>
  );
}

/** Columns that the table of the first rows shows: a file can have a thousand. */
const MOST_COLUMNS = 50;

function FirstRows({ file: { columns, preview, rowCount: rows } }: { file: BulkFile }) {
  const shown = columns.slice(0, MOST_COLUMNS);
  const more = columns.length - shown.length;
  return (
    <div className="mt-4">
      <p className="mb-1 text-[14px] text-muted">
        {rows > preview.length ? `The first ${preview.length} rows that can run` : 'The rows that can run'}
        {more > 0 && `, without the last ${formatCount(more)} columns`}
      </p>
      <Table label="First rows">
        <thead>
          <tr>
            <ColumnHeader className="align-top">Line</ColumnHeader>
            {shown.map(({ name, type }) => (
              <ColumnHeader key={name}>
                <span className="block max-w-[240px] overflow-hidden text-ellipsis" title={name}>
                  {name}
                </span>
                <span className="block font-normal">{type === null ? 'empty' : columnTypeWords[type]}</span>
              </ColumnHeader>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.map(({ line, values }) => (
            <tr key={line}>
              <RowHeader className="align-top text-muted tabular-nums">{formatCount(line)}</RowHeader>
              {shown.map(({ name }) => {
                const text = cellText(fieldsOf(values)[name]).slice(0, 200);
                return (
                  <Cell className="align-top" key={name}>
                    <span className="line-clamp-2 min-w-[72px] max-w-[280px] wrap-anywhere" title={text}>
                      {text}
                    </span>
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

const PAGE = 5;

/** The rows that the run skips, each with its line and why, a page at a time. */
function BadRows({ file: { badCount, badRows } }: { file: BulkFile }) {
  const [skipped, setSkipped] = useState(0);
  const page = badRows.slice(skipped, skipped + PAGE);
  const unlisted = badCount - badRows.length;
  return (
    <div className="mt-4 rounded-panel border border-amber/50 bg-white px-4 py-3">
      <p className="font-medium text-[15px]">
        {badCount === 1 ? '1 row is bad and left out.' : `${rowCount(badCount)} are bad and left out.`}{' '}
        <span className="font-normal text-muted">
          To run {badCount === 1 ? 'it' : 'them'}, correct the file and upload it again.
        </span>
      </p>
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
            {page.map(({ line, column, message }) => (
              <tr key={`${line} ${column}`}>
                <RowHeader className="align-top tabular-nums">{formatCount(line)}</RowHeader>
                <Cell className="max-w-[200px] align-top">
                  {column === null ? (
                    <span className="whitespace-nowrap text-muted">Whole row</span>
                  ) : (
                    <WholeWords text={column} />
                  )}
                </Cell>
                <Cell className="wrap-anywhere min-w-[140px]">{message}</Cell>
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
    </div>
  );
}
