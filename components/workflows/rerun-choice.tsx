'use client';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/form';
import { Failure } from '@/components/ui/outcome';
import { limits } from '@/lib/config/limits';
import { formatQuantity } from '@/lib/format/number';
import { createUncachedQuery } from '@/lib/graphql-client/calls';
import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';
import type { ListedJob } from './job';
import { ChoiceBar, choiceColumn } from './job-choice';
import { formatEstimate } from './measures';
import { RerunQuestion, type StartedJobs, StartedNote } from './rerun-question';
import { type LivePlan, useLivePlan } from './use-live-plan';

/** The ids of the jobs that are chosen to run again, on whichever page of the list; null while none are being chosen. */
export type RerunChoice = readonly string[] | null;

interface RerunChoiceProps {
  choice: RerunChoice;
  onChange: (choice: RerunChoice) => void;
}

const { jobs: mostChosen } = limits.rerunJobs;

/** Only these can run again together: a row of a bulk run is retried with its run. */
const isRerunnable = ({ status, bulkJobId }: Pick<ListedJob, 'status' | 'bulkJobId'>) =>
  (status === 'FAILED' || status === 'CANCELED') && bulkJobId === null;

const without = (choice: readonly string[], ids: readonly string[]) =>
  choice.filter((id) => !ids.includes(id));

/** Turns the choice of jobs on and off, and chooses all of a page. @param jobs of the page on show */
export function RerunChoiceButton({
  choice,
  onChange,
  jobs,
}: RerunChoiceProps & { jobs: readonly ListedJob[] }) {
  return (
    <>
      <Button onClick={() => onChange(choice ? null : [])} size="small" variant="line">
        {choice ? 'Stop choosing' : 'Choose jobs to run again'}
      </Button>
      {choice && <AllOfPage choice={choice} jobs={jobs} onChange={onChange} />}
    </>
  );
}

interface AllOfPageProps {
  choice: readonly string[];
  onChange: RerunChoiceProps['onChange'];
  jobs: readonly ListedJob[];
}

function AllOfPage({ choice, onChange, jobs }: AllOfPageProps) {
  const box = useRef<HTMLInputElement>(null);
  const ids = jobs.filter(isRerunnable).map(({ id }) => id);
  const count = ids.filter((id) => choice.includes(id)).length;
  const isWhole = count > 0 && count === ids.length;
  const isPart = count > 0 && !isWhole;
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPart;
  }, [isPart]);
  return (
    <Checkbox
      checked={isWhole}
      disabled={ids.length === 0 || (!isWhole && choice.length === mostChosen)}
      label={`All failed or canceled jobs of this page (${ids.length})`}
      name="all"
      onChange={() =>
        onChange(isWhole ? without(choice, ids) : [...new Set([...choice, ...ids])].slice(0, mostChosen))
      }
      ref={box}
    />
  );
}

/** A checkbox per job that can run again. With as many chosen as run at once, the others can't be. */
export const rerunColumn = (choice: readonly string[], onChange: RerunChoiceProps['onChange']) =>
  choiceColumn({
    ...{ head: 'Run again', name: 'rerun', most: mostChosen, chosen: choice, canChoose: isRerunnable },
    labelOf: ({ name, id }) => `Run ${name}, ${id}, again`,
    onToggle: ({ id }, isChosen) => onChange(isChosen ? [...choice, id] : without(choice, [id])),
  });

/** How many jobs are chosen and what they cost at most. @param base the address of the list */
export function RerunChoiceBar({ base, choice, onChange }: RerunChoiceProps & { base: string }) {
  const [asking, setAsking] = useState(false);
  const [started, setStarted] = useState<StartedJobs | null>(null);
  // A later choice begins without them.
  if (choice === null && started !== null) setStarted(null);
  const chosen = choice ?? [];
  const isEmpty = chosen.length === 0;
  const price = useLivePlan({
    input: isEmpty ? null : JSON.stringify({ jobIds: chosen }),
    faults: null,
    ask: askPrice,
  });
  return (
    <ChoiceBar
      isOpen={choice !== null}
      label="Jobs to run again"
      status={isEmpty ? !started && 'Choose failed or canceled jobs.' : chosenWords(chosen.length, price)}
    >
      <StartedNote base={base} started={isEmpty ? started : null} />
      {price.failure && (
        <Failure message={price.failure.message} onRetry={price.retry} wait={price.failure.wait} />
      )}
      <div className="ml-auto flex gap-2.5">
        {!isEmpty && (
          <Button onClick={() => onChange([])} size="small" variant="line">
            Choose none
          </Button>
        )}
        {/* It keeps the focus after the jobs have started. */}
        <Button
          aria-disabled={isEmpty || undefined}
          className="aria-disabled:cursor-not-allowed aria-disabled:opacity-60"
          onClick={() => {
            if (isEmpty) return;
            setStarted(null);
            setAsking(true);
          }}
          size="small"
        >
          Run again
        </Button>
      </div>
      {asking && (
        <RerunQuestion
          filters={{ jobIds: [...chosen] }}
          onClose={() => setAsking(false)}
          onStarted={(jobs) => {
            setStarted(jobs);
            onChange([]);
          }}
        />
      )}
    </ChoiceBar>
  );
}

const priceQuery = graphql(`
  query RerunPrice($jobIds: [ID!]!) {
    planRerunJobs(jobIds: $jobIds) {
      jobs
      pricedJobs
      maxCost
    }
  }
`);

type RerunPrice = ResultOf<typeof priceQuery>['planRerunJobs'];

async function askPrice(input: string, signal: AbortSignal): Promise<RerunPrice> {
  const query = createUncachedQuery(signal);
  const { planRerunJobs } = await query(
    priceQuery,
    JSON.parse(input),
    "The price couldn't be loaded. Try again.",
  );
  return planRerunJobs;
}

function chosenWords(chosen: number, { plan, isPlanned }: LivePlan<RerunPrice>): string {
  const most = chosen === mostChosen ? ', the most at once' : '';
  const count = `${formatQuantity(chosen, { one: 'job', other: 'jobs' })} chosen${most}.`;
  if (!plan || !isPlanned) return count;
  const { jobs, pricedJobs, maxCost } = plan;
  const part = pricedJobs < jobs ? `, for the newest ${pricedJobs}` : '';
  const price =
    maxCost === null
      ? "The highest cost isn't known."
      : `At most ${formatEstimate(maxCost)} without failed attempts${part}.`;
  const left = chosen - jobs;
  return [count, ...(jobs > 0 ? [price] : []), ...(left > 0 ? [`${left} can't run again.`] : [])].join(' ');
}
