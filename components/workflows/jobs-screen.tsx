'use client';
import { type ReactNode, useState } from 'react';
import { useSession } from '@/components/auth/session-provider';
import { LinkButton } from '@/components/ui/button';
import { CompareBar, CompareButton, type CompareChoice, compareColumn } from './compare-choice';
import { JobColumnChoice } from './job-columns';
import { JobFilterFields } from './job-filters';
import { JobSumsNote } from './job-sums-note';
import { JobsDownload } from './jobs-download';
import { JobsTable, NoJobs } from './jobs-table';
import { LiveListScreen } from './live-list-screen';
import { ApprovalsButton, OpenApprovals, useOpenApprovals } from './open-approvals';
import type { StarterOf } from './record-columns';
import { type RerunChoice, RerunChoiceBar, RerunChoiceButton, rerunColumn } from './rerun-choice';
import { RerunFailed } from './rerun-failed';
import { type JobFilterState, useJobFilters } from './use-job-filters';
import { type FoundJob, useJobs } from './use-jobs';
import type { LiveList } from './use-live-list';

interface JobsScreenProps {
  /** The address of the list, below which each job has its page. */
  base: string;
  /** The page's content, in a sentence. */
  note: string;
  /** Lists this person's jobs; null: all that the person at the screen may see. */
  ownerId: string | null;
  starterOf?: StarterOf;
  /** The filter by the person who started a job. */
  starterField?: (state: JobFilterState) => ReactNode;
}

/** The jobs of a person or an account: filtered by the address, paged, and live. */
export function JobsScreen({ base, note, ownerId, starterOf, starterField }: JobsScreenProps) {
  const state = useJobFilters(ownerId);
  const { list, newRows } = useJobs(state.filters, { pause: !state.isValid });
  const loadedApprovals = useOpenApprovals(ownerId);
  const approvals =
    loadedApprovals.status === 'ready' && loadedApprovals.data.length > 0 ? loadedApprovals.data : null;
  const [showsApprovals, setShowsApprovals] = useState(false);
  const choices = useChoices();
  const { choice, setChoice, rerunChoice, setRerunChoice } = choices;
  const shown = list.state.status === 'ready' ? list.state : null;
  const areLast = !state.isFiltered && shown && !shown.hasMore && !shown.canContinue;
  return (
    <>
      <LiveListScreen
        actions={<LinkButton href={`${base}/new`}>New workflow</LinkButton>}
        empty={<NoJobs />}
        filterFields={(clearings) => (
          <JobFilterFields clearings={clearings} starterField={starterField?.(state)} state={state} />
        )}
        headAction={
          approvals && (
            <ApprovalsButton
              approvals={approvals}
              isOpen={showsApprovals}
              onToggle={() => setShowsApprovals(!showsApprovals)}
            />
          )
        }
        newRows={newRows}
        isFiltered={state.isFiltered}
        isInvalid={!state.isValid}
        list={list}
        note={note}
        notice={
          <JobsNotice
            base={base}
            choices={choices}
            hasStarter={starterOf !== undefined}
            list={list}
            newRows={newRows}
            state={state}
          />
        }
        onClear={state.clear}
        title="Workflows"
        what={{ one: 'job', other: 'jobs' }}
      >
        {(jobs, busy) => (
          <>
            {approvals && showsApprovals && <OpenApprovals approvals={approvals} base={base} />}
            <JobsTable
              base={base}
              busy={busy}
              choiceColumn={
                choice
                  ? compareColumn(choice, setChoice)
                  : rerunChoice && rerunColumn(rerunChoice, setRerunChoice)
              }
              jobs={jobs}
              starterOf={starterOf}
              words={state.filters.search}
            />
            {areLast && (
              <p className="mt-4 text-[14px] text-muted">
                There are no older jobs. Usage also counts jobs that were deleted, and executions from before
                jobs were listed.
              </p>
            )}
          </>
        )}
      </LiveListScreen>
      <CompareBar base={base} choice={choice} onChange={setChoice} />
      <RerunChoiceBar base={base} choice={rerunChoice} onChange={setRerunChoice} />
    </>
  );
}

/** The jobs that are chosen, to be compared or to run again: for one of both at a time. */
function useChoices() {
  const [choice, setChoice] = useState<CompareChoice>(null);
  const [rerunChoice, setRerunChoice] = useState<RerunChoice>(null);
  return {
    choice,
    setChoice: (next: CompareChoice) => {
      setRerunChoice(null);
      setChoice(next);
    },
    rerunChoice,
    setRerunChoice: (next: RerunChoice) => {
      setChoice(null);
      setRerunChoice(next);
    },
  };
}

interface JobsNoticeProps extends Pick<LiveList<FoundJob>, 'list' | 'newRows'> {
  base: string;
  state: JobFilterState;
  choices: ReturnType<typeof useChoices>;
  /** Whether the list says who started a job. */
  hasStarter: boolean;
}

/** The actions on the listed jobs, and their sums. */
function JobsNotice({ base, state, list, newRows, choices, hasStarter }: JobsNoticeProps) {
  const { choice, setChoice, rerunChoice, setRerunChoice } = choices;
  const shown = list.state.status === 'ready' ? list.state : null;
  return (
    <>
      {state.isValid && <RerunFailed base={base} filters={state.filters} />}
      {(state.isFiltered || (shown && shown.rows.length > 0)) && (
        <div className="mb-3 flex flex-wrap items-start gap-x-6 gap-y-2">
          <JobColumnChoice hasStarter={hasStarter} />
          <JobsDownload
            filters={state.filters}
            isLong={shown?.hasMore === true || shown?.canContinue === true}
            isValid={state.isValid}
          />
          <CompareButton choice={choice} onChange={setChoice} />
          <RerunChoiceButton choice={rerunChoice} jobs={shown?.rows ?? []} onChange={setRerunChoice} />
        </div>
      )}
      {state.isFiltered && state.isValid && (
        <JobSumsNote
          filters={state.filters}
          place={JSON.stringify(list.page)}
          rowsKey={
            shown && !shown.turning
              ? JSON.stringify([newRows.count, shown.rows.map(({ id, status }) => [id, status])])
              : null
          }
        />
      )}
    </>
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
