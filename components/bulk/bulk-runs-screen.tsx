'use client';
import type { ReactNode } from 'react';
import { useSession } from '@/components/auth/session-provider';
import { LinkButton } from '@/components/ui/button';
import type { DataColumn } from '@/components/ui/column-layout';
import { DataTable } from '@/components/ui/data-table';
import { EmptyState, EmptyStateAction, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import { FilterSelect, SearchField } from '@/components/ui/filter-bar';
import { StatusMark } from '@/components/ui/status-mark';
import { chosen, useAddress } from '@/components/ui/use-address';
import { LiveListScreen } from '@/components/workflows/live-list-screen';
import {
  costColumn,
  createdColumn,
  nameColumn,
  type StarterOf,
  starterColumns,
} from '@/components/workflows/record-columns';
import { type LiveList, useLiveList } from '@/components/workflows/use-live-list';
import { formatCount, formatShare } from '@/lib/format/number';
import { graphql } from '@/lib/graphql-client/graphql';
import { type BulkRun, bulkRunFragment, isUnderWay, runStatusWords, runTones } from './bulk-run';
import { RunBar } from './run-progress';

/** The address of the page that starts a run. */
export const newRunPath = '/dashboard/workflows/bulk/new';

/** The filters in the page's address, and a way to change them. */
export interface RunFilterState {
  filters: RunFilters;
  choose: (filter: keyof RunFilters, value: string | null) => void;
}

/** The filters' names in the address. */
const names = { userId: 'user', name: 'name', status: 'status' } as const;

interface BulkRunsScreenProps {
  /** The address of the list, below which each run has its page. */
  base: string;
  /** The page's content, in a sentence. */
  note: string;
  /** Lists this person's runs; null: all that the person at the screen may see. */
  ownerId: string | null;
  starterOf?: StarterOf;
  /** The filter by that person. */
  starterField?: (state: RunFilterState) => ReactNode;
}

/** The bulk runs of a person or an account: filtered by the address, paged, and live. */
export function BulkRunsScreen({ base, note, ownerId, starterOf, starterField }: BulkRunsScreenProps) {
  const address = useAddress();
  const filters: RunFilters = {
    userId: ownerId ?? address.get('user'),
    name: address.get('name'),
    status: chosen(runStatusWords, address.get('status')),
  };
  const choose: RunFilterState['choose'] = (filter, value) => address.set({ [names[filter]]: value });
  const runs = useBulkRuns(filters);
  return (
    <LiveListScreen
      {...runs}
      actions={<LinkButton href={newRunPath}>New run</LinkButton>}
      empty={<NoRuns />}
      filterFields={(clearings) => (
        <div
          className={`grid gap-x-4 gap-y-3.5 ${starterField ? 'sm:grid-cols-2 lg:grid-cols-[220px_minmax(0,1fr)_minmax(0,1fr)] sm:max-lg:[&>:nth-child(3)]:col-span-2' : 'sm:grid-cols-[220px_minmax(0,1fr)]'}`}
        >
          <FilterSelect
            all="All statuses"
            label="Status"
            name="status"
            onChange={(status) => choose('status', status.toLowerCase() || null)}
            options={runStatusWords}
            value={filters.status ?? ''}
          />
          <SearchField
            key={`name ${clearings}`}
            label="Search"
            name="name"
            onSearch={(words) => choose('name', words || null)}
            placeholder="Name or ID"
            value={filters.name ?? ''}
          />
          {starterField?.({ filters, choose })}
        </div>
      )}
      isFiltered={
        filters.status !== null || filters.name !== null || (ownerId === null && filters.userId !== null)
      }
      note={note}
      onClear={() => address.set({ status: null, name: null, user: null })}
      title="Bulk Runs"
      what={{ one: 'run', other: 'runs' }}
    >
      {(rows, busy) => (
        <DataTable
          busy={busy}
          columns={runColumns(rows, base, starterOf)}
          keyOf={({ id }) => id}
          label="Bulk runs"
          rows={rows}
        />
      )}
    </LiveListScreen>
  );
}

function NoRuns() {
  return (
    <EmptyState>
      <EmptyStateTitle>No bulk runs yet</EmptyStateTitle>
      <EmptyStateText>
        A bulk run takes a CSV, JSONL, or Excel file and runs one workflow for each of its rows. Start one
        here or through the API, and it appears in this list.
      </EmptyStateText>
      <EmptyStateAction>
        <LinkButton href={newRunPath} variant="line">
          Start a run
        </LinkButton>
      </EmptyStateAction>
    </EmptyState>
  );
}

const runColumns = (runs: readonly BulkRun[], base: string, starterOf: StarterOf): DataColumn<BulkRun>[] => [
  nameColumn(base),
  {
    head: 'Status',
    minWidth: 124,
    priority: 6,
    cell: ({ status }) => (
      <StatusMark tone={runTones[status]}>
        <span className="whitespace-normal">{runStatusWords[status]}</span>
      </StatusMark>
    ),
  },
  { head: 'Rows', minWidth: 190, priority: 5, cell: (run) => <RowsCell run={run} /> },
  ...starterColumns<BulkRun>(starterOf),
  createdColumn(),
  costColumn(runs),
];

/** How far a run is, and how many of its rows failed. */
function RowsCell({ run }: { run: BulkRun }) {
  const { completedRows, failedRows, canceledRows, skippedRows, totalRows, progress } = run;
  const ended = completedRows + failedRows + canceledRows + skippedRows;
  return (
    <div className="w-[158px] max-w-full">
      <p className="tabular-nums">
        {ended === totalRows
          ? formatCount(totalRows)
          : `${formatCount(ended)} of ${formatCount(totalRows)} (${formatShare(progress)})`}
      </p>
      <div className="my-1">
        <RunBar run={run} />
      </div>
      {failedRows > 0 && <p className="text-[13px] text-red">{formatCount(failedRows)} failed</p>}
    </div>
  );
}

const runsQuery = graphql(
  `
    query BulkRuns($limit: Int, $after: ID, $before: ID, $userId: ID, $name: String, $status: BulkJobStatus) {
      listBulkJobs(limit: $limit, after: $after, before: $before, userId: $userId, name: $name, status: $status) {
        ...BulkRunParts
      }
    }
  `,
  [bulkRunFragment],
);

/** Which runs to list; null means any. */
interface RunFilters {
  userId: string | null;
  name: string | null;
  status: BulkRun['status'] | null;
}

/** Runs that match the filters, newest first and live. */
const useBulkRuns = (filters: RunFilters): LiveList<BulkRun> =>
  useLiveList({
    query: runsQuery,
    filters,
    rowsOf: ({ listBulkJobs }) => listBulkJobs,
    typename: 'BulkJob',
    isUnderWay,
  });

/** The bulk runs of the signed-in person, an admin's too. */
export function MyRunsScreen() {
  const { user } = useSession();
  // The guard shows this to signed-in people only.
  if (!user) return null;
  return (
    <BulkRunsScreen
      base="/dashboard/workflows/bulk"
      note="One workflow over the rows of a file: the runs that you and your API keys have started."
      ownerId={user.id}
    />
  );
}
