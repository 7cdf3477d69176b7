'use client';
import { useId, useState } from 'react';
import { type Client, useQuery } from 'urql';
import { Button } from '@/components/ui/button';
import { Checkbox, Input } from '@/components/ui/form';
import { Failure } from '@/components/ui/outcome';
import { Skeleton } from '@/components/ui/skeleton';
import { formatCount, formatQuantity } from '@/lib/format/number';
import { queryFresh } from '@/lib/graphql-client/calls';
import { waitSentence } from '@/lib/graphql-client/client-errors';
import { graphql } from '@/lib/graphql-client/graphql';
import type { BulkRow } from './bulk-run';
import { rowsNotKept } from './download-sheet';

const columnsQuery = graphql(`
  query BulkColumns($id: ID!, $status: BulkRowStatus, $withSteps: Boolean!) {
    getBulkJob(id: $id) {
      id
      downloadColumns(status: $status, withSteps: $withSteps)
    }
  }
`);

/** Rows of a run. */
export interface SheetRows {
  id: string;
  /** Null for any. */
  status: BulkRow['status'] | null;
  /** Whether they have the outputs of steps before the final ones. */
  withSteps: boolean;
}

/** The columns of a sheet of these rows, as they are now; null once the rows are no longer kept. */
export async function readSheetColumns(client: Client, rows: SheetRows): Promise<string[] | null> {
  return (await queryFresh(client, columnsQuery, rows)).getBulkJob.downloadColumns;
}

/** Columns from which on they can be searched. */
const MANY = 13;

interface ColumnChoiceProps {
  rows: SheetRows;
  /** The unwanted columns: a column that further results bring is wanted. */
  leftOut: ReadonlySet<string>;
  onChange: (leftOut: ReadonlySet<string>) => void;
}

/** Chooses the columns of a download; they are read once it's opened. */
export function ColumnChoice({ rows, leftOut, onChange }: ColumnChoiceProps) {
  const [open, setOpen] = useState(false);
  const [{ data, error, fetching }, readAgain] = useQuery({
    query: columnsQuery,
    variables: rows,
    requestPolicy: 'cache-and-network',
    pause: !open,
  });
  const columns = data?.getBulkJob.downloadColumns;
  const chosen = columns?.filter((name) => !leftOut.has(name)).length;
  return (
    <details
      className="mt-3 max-w-[760px] print:hidden"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="w-fit cursor-pointer rounded-control py-1 text-[14.5px]">
        Columns
        {columns && leftOut.size > 0 && `: ${formatCount(chosen ?? 0)} of ${formatCount(columns.length)}`}
      </summary>
      {columns ? (
        <Columns columns={columns} leftOut={leftOut} onChange={onChange} />
      ) : columns === null ? (
        <p className="mt-2 text-[14.5px] text-muted">{rowsNotKept}</p>
      ) : error && !fetching ? (
        <Failure
          className="mt-2"
          message="The columns couldn't be loaded."
          onRetry={() => readAgain({ requestPolicy: 'network-only' })}
          wait={waitSentence(error)}
        />
      ) : (
        <Skeleton className="mt-2 h-[120px]" />
      )}
    </details>
  );
}

/** Checkboxes of columns in a box that scrolls, with a search if there are many. */
function Columns({ columns, leftOut, onChange }: Omit<ColumnChoiceProps, 'rows'> & { columns: string[] }) {
  const id = useId();
  const [words, setWords] = useState('');
  const found = columns.filter((name) => name.toLowerCase().includes(words.trim().toLowerCase()));
  const isNone = columns.every((name) => leftOut.has(name));
  const change = (names: readonly string[], isWanted: boolean) => {
    const next = new Set(leftOut);
    for (const name of names) isWanted ? next.delete(name) : next.add(name);
    onChange(next);
  };
  return (
    <div className="mt-2 rounded-control border border-rule p-3">
      <div className="mb-2 flex flex-wrap items-center gap-2.5">
        {columns.length >= MANY && (
          <Input
            aria-label="Find columns"
            className="max-w-[260px]"
            onChange={({ target }) => setWords(target.value)}
            placeholder="Find columns"
            type="search"
            value={words}
          />
        )}
        <Button onClick={() => change(found, true)} size="small" variant="line">
          Choose all
        </Button>
        <Button onClick={() => change(found, false)} size="small" variant="line">
          Choose none
        </Button>
      </div>
      <fieldset aria-describedby={id}>
        <legend className="sr-only">Columns</legend>
        {/* Half a line shows that there are more. */}
        <ul className="grid max-h-[289px] gap-x-4 overflow-y-auto sm:grid-cols-2 lg:grid-cols-3">
          {found.map((name) => (
            <li className="min-w-0" key={name}>
              <Checkbox
                checked={!leftOut.has(name)}
                label={<span className="wrap-anywhere">{name}</span>}
                name="column"
                onChange={({ target }) => change([name], target.checked)}
                value={name}
              />
            </li>
          ))}
        </ul>
      </fieldset>
      <p className="mt-2 text-[14px] text-muted" id={id} role="status">
        {words.trim() !== '' &&
          `${found.length === 0 ? 'No column' : formatQuantity(found.length, { one: 'column', other: 'columns' })} found. `}
        {isNone && 'No column is chosen. Choose at least one.'}
      </p>
    </div>
  );
}
