'use client';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { useSession } from '@/components/auth/session-provider';
import { Button } from '@/components/ui/button';
import { CursorListView } from '@/components/ui/cursor-list-view';
import { EmptyState, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import { FilterBar, isFilterable } from '@/components/ui/filter-bar';
import { ListHead } from '@/components/ui/list-parts';
import { PageTitle } from '@/components/ui/titles';
import type { CursorList } from '@/lib/graphql-client/use-cursor-list';
import type { JobRow } from './job';
import { JobFilterFields, type JobFilterState, useJobFilters } from './job-filters';
import { JobsTable, NoJobs } from './jobs-table';
import { useJobs } from './use-jobs';

interface JobsScreenProps {
  /** The address of the list, below which each job has its page. */
  base: string;
  /** The page's content, in a sentence. */
  note: string;
  /** Lists this person's jobs; null: all that the person at the screen may see. */
  ownerId: string | null;
  /** Names the person who started a job, in a column of its own. */
  starterOf?: (userId: string) => ReactNode;
  /** The filter by that person. */
  starterField?: (state: JobFilterState) => ReactNode;
}

/** The jobs of a person or an account: filtered by the address, paged, and live. */
export function JobsScreen({ base, note, ownerId, starterOf, starterField }: JobsScreenProps) {
  const title = useRef<HTMLHeadingElement>(null);
  const focusTitle = useCallback(() => title.current?.focus(), []);
  const [clearings, setClearings] = useState(0);
  const state = useJobFilters(ownerId);
  const { list, hasNew } = useJobs(state.filters, { pause: !state.isValid });
  const clearing = state.isFiltered && (
    <Button
      className="print:hidden"
      onClick={() => {
        // The button is about to go.
        focusTitle();
        setClearings(clearings + 1);
        state.clear();
      }}
      size="small"
      variant="line"
    >
      Clear filters
    </Button>
  );
  return (
    <>
      <PageTitle note={note} ref={title}>
        Workflows
      </PageTitle>
      {isFilterable(list.state, state.isFiltered) && (
        <FilterBar className="mb-4" onFocusLost={focusTitle}>
          <JobFilterFields clearings={clearings} starterField={starterField?.(state)} state={state} />
        </FilterBar>
      )}
      {state.filters.errorCode && (
        <p className="mb-4 text-[14.5px] text-muted">
          Only jobs that failed with <code className="font-mono text-[13px]">{state.filters.errorCode}</code>.
        </p>
      )}
      {state.isValid ? (
        <JobList
          action={clearing}
          base={base}
          hasNew={hasNew}
          isFiltered={state.isFiltered}
          list={list}
          onFocusLost={focusTitle}
          starterOf={starterOf}
        />
      ) : (
        <>
          <ListHead action={clearing} className={headHeight} line="" />
          <EmptyState>
            <EmptyStateTitle>These filters can't be used.</EmptyStateTitle>
            <EmptyStateText>Correct the marked fields, or clear the filters.</EmptyStateText>
          </EmptyState>
        </>
      )}
    </>
  );
}

/** As high with a button as without. */
const headHeight = 'min-h-[34px]';
const words = { loading: 'Loading jobs...', one: 'job', other: 'jobs', order: 'newest first' };
const labels = { back: 'Newer', next: 'Older' };

interface JobListProps extends Pick<JobsScreenProps, 'base'> {
  starterOf: JobsScreenProps['starterOf'] | undefined;
  list: CursorList<JobRow>;
  /** There are newer jobs than the list shows. */
  hasNew: boolean;
  isFiltered: boolean;
  /** Shown next to the line that says which jobs these are. */
  action: ReactNode;
  /** The focused button is about to disappear. */
  onFocusLost: () => void;
}

/** The jobs that match the filters, in any state (docs/product.md, "States of a screen"). */
function JobList({ base, starterOf, list, hasNew, isFiltered, action, onFocusLost }: JobListProps) {
  const hasRows = list.state.status === 'ready' && list.state.rows.length > 0;
  const areLast = !isFiltered && list.state.status === 'ready' && !list.state.hasMore;
  return (
    <CursorListView
      action={
        (hasRows || isFiltered) && (
          <div className="flex flex-wrap gap-2.5">
            {hasNew && hasRows && (
              <Button
                onClick={() => {
                  onFocusLost();
                  list.reload();
                }}
                size="small"
                variant="line"
              >
                Show new jobs
              </Button>
            )}
            {action}
          </div>
        )
      }
      className={headHeight}
      empty={
        isFiltered ? (
          <EmptyState>
            <EmptyStateTitle>No jobs found.</EmptyStateTitle>
            <EmptyStateText>No jobs match these filters. Change or clear them to see more.</EmptyStateText>
          </EmptyState>
        ) : (
          <NoJobs />
        )
      }
      failure="Jobs couldn't be loaded."
      labels={labels}
      list={list}
      onFocusLost={onFocusLost}
      skeleton={6}
      what="jobs"
      words={words}
    >
      {(jobs, busy) => (
        <>
          <JobsTable base={base} busy={busy} jobs={jobs} starterOf={starterOf} />
          {areLast && (
            <p className="mt-4 text-[14px] text-muted">
              There are no older jobs. Usage also counts jobs that were deleted, and executions from before
              jobs were listed.
            </p>
          )}
        </>
      )}
    </CursorListView>
  );
}

/** The jobs of the signed-in person, an admin's too. */
export function MyJobsScreen() {
  const { user } = useSession();
  // The guard shows this to signed-in people only.
  if (!user) return null;
  return (
    <JobsScreen
      base="/dashboard/workflows"
      note="The jobs that you and your API keys have started."
      ownerId={user.id}
    />
  );
}
