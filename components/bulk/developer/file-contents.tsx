'use client';
import { BadRowsTable } from '@/components/bulk/bad-rows-table';
import { fileFormatWords, rowCount } from '@/components/bulk/bulk-run';
import { ZonedTime } from '@/components/ui/moment';
import { Cell, ColumnHeader, RowHeader, Table } from '@/components/ui/table';
import { formatBytes, formatCount } from '@/lib/format/number';
import { fieldsOf } from '@/lib/rules/json';
import { type BulkFile, cellText, columnTypeWords } from './bulk-file';

/** The contents of a file: its columns, its first rows, and the rows that can't run. */
export function FileContents({ file }: { file: BulkFile }) {
  const { format, encoding, rowCount: rows, size, expires_at } = file;
  return (
    <>
      <p className="text-[15px] text-muted">
        {fileFormatWords[format]}
        {encoding !== null && ` in ${encodingOf(encoding)}`}, {rowCount(rows)}, {formatBytes(size)}. Usable
        until <ZonedTime at={expires_at} />.
      </p>
      {encoding === guessedEncoding && (
        <p className="mt-3 rounded-panel border border-amber/50 bg-white px-4 py-3 text-[15px]">
          The encoding is a guess, since the file is neither UTF-8 nor marked. If letters below look wrong,
          save the file as UTF-8, and upload it again.
        </p>
      )}
      {file.badCount > 0 && <BadRows file={file} />}
      <FirstRows file={file} />
    </>
  );
}

/** The encoding by which a text is read that has no mark and isn't UTF-8. */
const guessedEncoding = 'windows-1252';

const encodingOf = (encoding: string): string =>
  encoding === guessedEncoding ? 'Windows-1252 (guessed)' : encoding.toUpperCase();

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

/** The rows that the run skips, each with its line and why. */
function BadRows({ file: { badCount, badRows } }: { file: BulkFile }) {
  return (
    <div className="mt-4 rounded-panel border border-amber/50 bg-white px-4 py-3">
      <p className="font-medium text-[15px]">
        {badCount === 1 ? '1 row is bad and left out.' : `${rowCount(badCount)} are bad and left out.`}{' '}
        <span className="font-normal text-muted">
          To run {badCount === 1 ? 'it' : 'them'}, correct the file and upload it again.
        </span>
      </p>
      <BadRowsTable badCount={badCount} badRows={badRows} />
    </div>
  );
}
