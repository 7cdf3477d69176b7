'use client';
import { useCallback, useRef, useState } from 'react';
import { useClient } from 'urql';
import { CursorListView } from '@/components/ui/cursor-list-view';
import { DataTable } from '@/components/ui/data-table';
import { EmptyState, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import { FilterBar, FilterSelect } from '@/components/ui/filter-bar';
import { Outcome, type Result } from '@/components/ui/outcome';
import { chosen, useAddress } from '@/components/ui/use-address';
import { useListPlace } from '@/components/ui/use-list-place';
import { usePolling } from '@/components/workflows/use-polling';
import { queryFresh } from '@/lib/graphql-client/calls';
import { messageOf } from '@/lib/graphql-client/client-errors';
import { graphql } from '@/lib/graphql-client/graphql';
import { type CursorList, useCursorList } from '@/lib/graphql-client/use-cursor-list';
import {
  type BulkRow,
  type BulkRun,
  bulkRowFragment,
  hasReachedLimit,
  isUnderWay,
  rowStatusWords,
} from './bulk-run';
import { isFailed, retryColumn, rowColumns } from './row-columns';
import { countsOf } from './run-progress';
import { retryRows } from './use-bulk-run';

/** The limit is written out: the server counts the JSON values that a document could return. */
const rowsQuery = graphql(
  `
    query BulkRows($id: ID!, $after: ID, $before: ID, $status: BulkRowStatus, $started: Boolean!, $contents: Boolean!) {
      getBulkRowResults(id: $id, limit: 21, after: $after, before: $before, status: $status, started: $started) {
        ...BulkRowParts
      }
    }
  `,
  [bulkRowFragment],
);

/** The same page as it is now. A document of its own: if a reading fails, the list on show stays. */
const rowsNowQuery = graphql(
  `
    query BulkRowsNow($id: ID!, $after: ID, $before: ID, $status: BulkRowStatus, $started: Boolean!, $contents: Boolean!) {
      getBulkRowResults(id: $id, limit: 21, after: $after, before: $before, status: $status, started: $started) {
        ...BulkRowParts
      }
    }
  `,
  [bulkRowFragment],
);

/** How often (ms) the rows on show are read again while the run is under way. */
const readEvery = 2_000;

interface BulkRowsProps {
  run: BulkRun;
  /** The address of the list of jobs, below which the job of each row has its page. */
  jobs: string;
  /** Shows the run as it is after a retry. */
  onChanged: (run: BulkRun) => void;
}

const words = { loading: 'Loading rows...', one: 'row', other: 'rows', order: 'in the order of the file' };

/** Which rows are listed. While others are on hold, the started rows are the tried ones. */
const filterWords = { ALL: 'All statuses', STARTED: 'Started', ...rowStatusWords } as const;
type RowFilter = keyof typeof filterWords;

function nothingListed(run: BulkRun, filter: RowFilter): string {
  if (filter === 'STARTED') return 'No row has started yet, or the rows of this run are no longer kept.';
  if (filter !== 'ALL') return `No row has the status ${rowStatusWords[filter]}.`;
  return countsOf(run).length === 0
    ? 'No row could run.'
    : 'The rows of this run are no longer kept. Its counts and its cost stay.';
}

/** The rows of a run: by status, paged, and live. After a try, the tried rows are listed first. */
export function BulkRows({ run, jobs, onChanged }: BulkRowsProps) {
  const address = useAddress();
  // Of thousands of rows, a person who tried some wants to see those, and still when one of them runs again.
  const isTried = run.status === 'TRIED';
  const [wasTried, setWasTried] = useState(isTried);
  if (isTried && !wasTried) setWasTried(true);
  const usual: RowFilter = wasTried && run.heldRows > 0 ? 'STARTED' : 'ALL';
  const filter = chosen(filterWords, address.get('rows')) ?? usual;
  const { list, hasContents } = useBulkRows(run, filter);
  const head = useRef<HTMLDivElement>(null);
  const focusHead = useCallback(() => head.current?.focus(), []);
  const { retry, pending, result } = useRowRetry(run, (changed) => {
    // The button is about to go.
    focusHead();
    onChanged(changed);
  });
  return (
    <div ref={head} tabIndex={-1}>
      <FilterBar className="mb-3 max-w-[220px]" onFocusLost={focusHead}>
        <FilterSelect
          label="Status"
          name="rows"
          onChange={(rows) => address.set({ rows: rows === usual ? null : rows.toLowerCase() })}
          options={filterWords}
          value={filter}
        />
      </FilterBar>
      {!hasContents && (
        <p className="mb-3 text-[14.5px] text-muted">
          The values and results of these rows are too large to be shown together. Open the job of a row for
          its result.
        </p>
      )}
      <CursorListView
        className="min-h-[34px]"
        empty={
          <EmptyState>
            <EmptyStateTitle>No rows found.</EmptyStateTitle>
            <EmptyStateText>{nothingListed(run, filter)}</EmptyStateText>
          </EmptyState>
        }
        failure="Rows couldn't be loaded."
        list={list}
        onFocusLost={focusHead}
        skeleton={6}
        what="rows"
        words={words}
      >
        {(rows, busy) => (
          <DataTable
            busy={busy}
            columns={[
              ...rowColumns({ kind: run.kind, jobs, hasContents }),
              ...(isUnderWay(run) || hasReachedLimit(run) || !rows.some(isFailed)
                ? []
                : [retryColumn(pending, retry)]),
            ]}
            keyOf={({ id }) => id}
            label="Rows"
            rows={rows}
          />
        )}
      </CursorListView>
      <Outcome className="mt-3 empty:hidden" result={result} />
    </div>
  );
}

/** @returns `hasContents` is false if the values and results don't fit one response, which omits them */
function useBulkRows(run: BulkRun, filter: RowFilter): { list: CursorList<BulkRow>; hasContents: boolean } {
  const client = useClient();
  const place = useListPlace();
  const key = JSON.stringify([filter, place.place]);
  const isStatus = filter !== 'ALL' && filter !== 'STARTED';
  const wanted = { id: run.id, status: isStatus ? filter : null, started: filter === 'STARTED' };
  const [bare, setBare] = useState<string | null>(null);
  const contents = bare !== key;
  const list = useCursorList({
    query: rowsQuery,
    variables: { ...wanted, contents },
    ...place,
    rowsOf: ({ getBulkRowResults }) => getBulkRowResults,
    typename: 'BulkRow',
  });
  const { state, page } = list;
  // If that wasn't the reason, the list fails once more.
  if (contents && state.status === 'failed' && state.wait === null) setBare(key);

  const asked = { ...wanted, contents, ...page };
  const [latest, setLatest] = useState<{ key: string; rows: BulkRow[] }>({ key, rows: [] });
  // Once the run has ended, its rows are read once more: a retry can end between two readings.
  const [final, setFinal] = useState(!isUnderWay(run));
  if (final && isUnderWay(run)) setFinal(false);
  usePolling(
    async () => {
      const data = await queryFresh(client, rowsNowQuery, asked).catch(() => null);
      if (!data) return;
      setLatest({ key, rows: data.getBulkRowResults });
      setFinal(!isUnderWay(run));
    },
    state.status === 'ready' && !final ? readEvery : null,
  );
  if (state.status !== 'ready' || state.turning || latest.key !== key) return { list, hasContents: contents };
  const rows = state.rows.map((row) => latest.rows.find(({ id }) => id === row.id) ?? row);
  return { list: { ...list, state: { ...state, rows } }, hasContents: contents };
}

/** Runs one failed row again. @param onChanged shows the run as it is then */
function useRowRetry({ id }: BulkRun, onChanged: (run: BulkRun) => void) {
  const client = useClient();
  const [pending, setPending] = useState<string | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  const retry = async (row: BulkRow) => {
    if (pending !== null) return;
    setPending(row.id);
    setResult(null);
    try {
      onChanged(await retryRows(client, id, { rows: [row.id] }));
    } catch (failure) {
      setResult({ done: false, text: messageOf(failure) });
    } finally {
      setPending(null);
    }
  };
  return { retry, pending, result };
}
