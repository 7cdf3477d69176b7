'use client';
import { type ReactNode, useCallback, useRef } from 'react';
import { Button, LinkButton } from '@/components/ui/button';
import type { DataColumn } from '@/components/ui/column-layout';
import { CursorListView } from '@/components/ui/cursor-list-view';
import { DataTable, RowLink } from '@/components/ui/data-table';
import { EmptyState, EmptyStateAction, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import { FilterBar, FilterSelect, isFilterable } from '@/components/ui/filter-bar';
import { Moment } from '@/components/ui/moment';
import { StatusMark } from '@/components/ui/status-mark';
import { PageTitle } from '@/components/ui/titles';
import { chosen, useAddress } from '@/components/ui/use-address';
import { WholeWords } from '@/components/ui/whole-words';
import { costPlaces, formatCost } from '@/components/workflows/measures';
import { formatCount, formatShare } from '@/lib/format/number';
import type { CursorList } from '@/lib/graphql-client/use-cursor-list';
import { type BulkRun, runStatusWords, runTones } from './bulk-run';
import { RunBar } from './run-progress';
import { type RunFilters, useBulkRuns } from './use-bulk-runs';

/** The address of the page that starts a run. */
export const newRunPath = '/dashboard/workflows/bulk/new';

/** The filters in the page's address, and a way to change them. */
export interface RunFilterState {
  filters: RunFilters;
  choose: (filter: keyof RunFilters, value: string | null) => void;
}

interface BulkRunsScreenProps {
  /** The address of the list, below which each run has its page. */
  base: string;
  /** The page's content, in a sentence. */
  note: string;
  /** Lists this person's runs; null: all that the person at the screen may see. */
  ownerId: string | null;
  /** Names the person who started a run, in a column of its own. */
  starterOf?: (userId: string) => ReactNode;
  /** The filter by that person. */
  starterField?: (state: RunFilterState) => ReactNode;
}

/** The bulk runs of a person or an account: filtered by the address, paged, and live. */
export function BulkRunsScreen({ base, note, ownerId, starterOf, starterField }: BulkRunsScreenProps) {
  const title = useRef<HTMLHeadingElement>(null);
  const focusTitle = useCallback(() => title.current?.focus(), []);
  const address = useAddress();
  const filters: RunFilters = {
    userId: ownerId ?? address.get('user'),
    status: chosen(runStatusWords, address.get('status')),
  };
  const choose: RunFilterState['choose'] = (filter, value) =>
    address.set(filter === 'userId' ? { user: value } : { status: value?.toLowerCase() ?? null });
  const isFiltered = filters.status !== null || (ownerId === null && filters.userId !== null);
  const list = useBulkRuns(filters);
  return (
    <>
      <PageTitle actions={<LinkButton href={newRunPath}>New run</LinkButton>} note={note} ref={title}>
        Bulk Runs
      </PageTitle>
      {isFilterable(list.state, isFiltered) && (
        <FilterBar className="mb-4" onFocusLost={focusTitle}>
          <div className="grid gap-x-4 gap-y-3.5 sm:grid-cols-[220px_minmax(0,320px)]">
            <FilterSelect
              all="All statuses"
              label="Status"
              name="status"
              onChange={(status) => choose('status', status || null)}
              options={runStatusWords}
              value={filters.status ?? ''}
            />
            {starterField?.({ filters, choose })}
          </div>
        </FilterBar>
      )}
      <RunList
        base={base}
        isFiltered={isFiltered}
        list={list}
        onClear={() => {
          // The button is about to go.
          focusTitle();
          address.set({ status: null, user: null });
        }}
        onFocusLost={focusTitle}
        starterOf={starterOf}
      />
    </>
  );
}

const words = { loading: 'Loading runs...', one: 'run', other: 'runs', order: 'newest first' };
const labels = { back: 'Newer', next: 'Older' };

interface RunListProps extends Pick<BulkRunsScreenProps, 'base'> {
  starterOf: BulkRunsScreenProps['starterOf'] | undefined;
  list: CursorList<BulkRun>;
  isFiltered: boolean;
  onClear: () => void;
  onFocusLost: () => void;
}

function RunList({ base, starterOf, list, isFiltered, onClear, onFocusLost }: RunListProps) {
  return (
    <CursorListView
      action={
        isFiltered && (
          <Button className="print:hidden" onClick={onClear} size="small" variant="line">
            Clear filters
          </Button>
        )
      }
      className="min-h-[34px]"
      empty={
        isFiltered ? (
          <EmptyState>
            <EmptyStateTitle>No runs found.</EmptyStateTitle>
            <EmptyStateText>No runs match these filters. Change or clear them to see more.</EmptyStateText>
          </EmptyState>
        ) : (
          <EmptyState>
            <EmptyStateTitle>No bulk runs yet</EmptyStateTitle>
            <EmptyStateText>
              A bulk run takes a CSV, JSONL, or Excel file and runs one workflow for each of its rows. Start
              one here or through the API, and it appears in this list.
            </EmptyStateText>
            <EmptyStateAction>
              <LinkButton href={newRunPath} variant="line">
                Start a run
              </LinkButton>
            </EmptyStateAction>
          </EmptyState>
        )
      }
      failure="Runs couldn't be loaded."
      labels={labels}
      list={list}
      onFocusLost={onFocusLost}
      skeleton={6}
      what="runs"
      words={words}
    >
      {(runs, busy) => (
        <DataTable
          busy={busy}
          columns={runColumns(runs, base, starterOf)}
          keyOf={({ id }) => id}
          label="Bulk runs"
          rows={runs}
        />
      )}
    </CursorListView>
  );
}

function runColumns(
  runs: readonly BulkRun[],
  base: string,
  starterOf: RunListProps['starterOf'],
): DataColumn<BulkRun>[] {
  const places = costPlaces(runs.map(({ cost }) => cost));
  return [
    {
      head: 'Name',
      minWidth: 220,
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
      minWidth: 124,
      priority: 6,
      cell: ({ status }) => <StatusMark tone={runTones[status]}>{runStatusWords[status]}</StatusMark>,
    },
    { head: 'Rows', minWidth: 190, priority: 5, cell: (run) => <RowsCell run={run} /> },
    ...(starterOf
      ? [
          {
            head: 'Started by',
            minWidth: 140,
            priority: 2,
            cell: ({ user_id }: BulkRun) => starterOf(user_id),
          },
        ]
      : []),
    { head: 'Created', minWidth: 118, priority: 3, cell: ({ createdAt }) => <Moment at={createdAt} /> },
    {
      head: 'Cost',
      minWidth: 100,
      priority: 4,
      kind: 'number',
      cell: ({ cost }) => formatCost(cost, places),
    },
  ];
}

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
