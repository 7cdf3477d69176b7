'use client';
import { type FormEvent, useCallback, useRef, useState } from 'react';
import { CombinedError, useClient } from 'urql';
import { Button } from '@/components/ui/button';
import { CodeMarks } from '@/components/ui/code-marks';
import { Field, Input, Select } from '@/components/ui/form';
import { Failure } from '@/components/ui/outcome';
import { Skeleton } from '@/components/ui/skeleton';
import { errorMessage } from '@/lib/graphql-client/client-errors';
import { useLoaded } from '@/lib/graphql-client/use-loaded';
import {
  type Change,
  type ChangeKind,
  changeProblem,
  changesInWords,
  type Drill,
  type DrillModel,
  providersOf,
  readChoices,
  readDrill,
} from './drill';
import { DrillResult } from './drill-result';
import type { Job, JobAttempt } from './job';
import { OpenedDetails } from './opened-details';

interface JobDrillProps {
  job: Job;
  attempts: readonly JobAttempt[];
}

/** Replays a job with models that are down, slow, or at another price. */
export function JobDrill(props: JobDrillProps) {
  return (
    <>
      <p className="mb-2 max-w-[72ch] text-[14.5px] text-muted">
        Replays this job on what is recorded of it, by the rules that it ran by. No model is called.
      </p>
      <OpenedDetails summary="Change models">
        <Drilling {...props} />
      </OpenedDetails>
    </>
  );
}

const gone = (
  <p className="text-[14.5px] text-muted">
    The content of this job is no longer kept, so it can't be replayed.
  </p>
);

function Drilling({ job, attempts }: JobDrillProps) {
  const client = useClient();
  // The attempts of an ended job don't change, but each reading of it has new ones.
  const [models] = useState(attempts);
  const read = useCallback(() => readChoices(client, job.id, models), [client, job.id, models]);
  const failure = "The models of this job couldn't be loaded.";
  const loaded = useLoaded(read, failure);
  if (loaded.status === 'loading') return <Skeleton className="h-[132px]" />;
  if (loaded.status === 'failed')
    return <Failure message={failure} onRetry={loaded.retry} wait={loaded.wait} />;
  if (loaded.data === null) return gone;
  return <DrillForm attempts={attempts} choices={loaded.data} job={job} />;
}

/** Changes in one drill. */
const MOST = 10;

const kindWords: Record<ChangeKind, string> = {
  down: 'is down',
  slow: 'is slow',
  price: 'has another price',
};

/** How many steps of a model are named. */
const MOST_NAMED = 3;

function stepsInWords(steps: readonly string[]): string {
  const others = steps.length - MOST_NAMED;
  return [...steps.slice(0, MOST_NAMED), ...(others > 0 ? [`${others} more`] : [])].join(', ');
}

/** Of the changes in `of`, in words: the form may have others by now. */
type Outcome = { of: string } & ({ drill: Drill | null } | { problem: string });

function DrillForm({ job, attempts, choices }: JobDrillProps & { choices: readonly DrillModel[] }) {
  const client = useClient();
  const nextKey = useRef(1);
  const [changes, setChanges] = useState<readonly Change[]>([
    { key: 0, of: choices[0]?.model ?? '', kind: 'down', value: '' },
  ]);
  const [isShown, setShown] = useState(false);
  const [pending, setPending] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const add = useRef<HTMLButtonElement>(null);
  const words = changesInWords(changes);
  const set = (key: number, change: Partial<Change>) =>
    setChanges(changes.map((one) => (one.key === key ? { ...one, ...change } : one)));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setShown(true);
    if (changes.some((change) => changeProblem(change) !== null)) return;
    setPending(true);
    setOutcome(
      await readDrill(client, job.id, changes).then(
        (drill) => ({ of: words, drill }),
        (error: unknown) => {
          console.warn("The job couldn't be replayed.", error);
          const refusal = error instanceof CombinedError ? error : undefined;
          return { of: words, problem: errorMessage(refusal, "The job couldn't be replayed. Try again.") };
        },
      ),
    );
    setPending(false);
  };
  return (
    <>
      <form noValidate onSubmit={submit}>
        <ul aria-label="Changes" className="grid gap-3">
          {changes.map((change, index) => (
            <ChangeRow
              change={change}
              choices={choices}
              isOnly={changes.length === 1}
              key={change.key}
              number={index + 1}
              onChange={(part) => set(change.key, part)}
              onRemove={() => {
                setChanges(changes.filter(({ key }) => key !== change.key));
                add.current?.focus();
              }}
              problem={isShown ? changeProblem(change) : null}
            />
          ))}
        </ul>
        <div className="mt-4 flex flex-wrap gap-3">
          <Button pending={pending} size="small" type="submit">
            {pending ? 'Replaying…' : 'Replay'}
          </Button>
          <Button
            disabled={changes.length === MOST}
            onClick={() => {
              setChanges([
                ...changes,
                { key: nextKey.current++, of: choices[0]?.model ?? '', kind: 'down', value: '' },
              ]);
            }}
            ref={add}
            size="small"
            variant="line"
          >
            Add a change
          </Button>
        </div>
      </form>
      <div aria-busy={pending || undefined} aria-live="polite" className="aria-busy:opacity-60">
        {outcome && <DrillOutcome attempts={attempts} isCurrent={outcome.of === words} outcome={outcome} />}
      </div>
    </>
  );
}

interface ChangeRowProps {
  change: Change;
  /** Its place in the form, from 1. */
  number: number;
  choices: readonly DrillModel[];
  /** A drill has at least one. */
  isOnly: boolean;
  problem: string | null;
  onChange: (part: Partial<Change>) => void;
  onRemove: () => void;
}

/** The fields of one change. */
function ChangeRow({ change, number, choices, isOnly, problem, onChange, onRemove }: ChangeRowProps) {
  return (
    <li className="grid grid-cols-2 items-start gap-x-3 gap-y-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,1.3fr)_120px_auto]">
      <Field className="max-sm:col-span-2" label={`Provider or model ${number}`}>
        {(control) => (
          <Select {...control} onChange={({ target }) => onChange({ of: target.value })} value={change.of}>
            <optgroup label="Models">
              {choices.map(({ model, steps }) => (
                <option key={model} value={model}>
                  {model} ({stepsInWords(steps)})
                </option>
              ))}
            </optgroup>
            <optgroup label="Providers">
              {providersOf(choices).map((provider) => (
                <option key={provider} value={provider}>
                  All of {provider}
                </option>
              ))}
            </optgroup>
          </Select>
        )}
      </Field>
      <Field label={`Change ${number}`}>
        {(control) => (
          <Select
            {...control}
            onChange={({ target }) =>
              onChange({
                kind: target.value as ChangeKind,
                value: target.value === 'slow' ? '15' : '2',
              })
            }
            value={change.kind}
          >
            {Object.entries(kindWords).map(([kind, words]) => (
              <option key={kind} value={kind}>
                {words}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {change.kind === 'down' ? (
        <span className="max-sm:hidden" />
      ) : (
        <Field error={problem ?? undefined} label={change.kind === 'slow' ? 'First token (s)' : 'Times'}>
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              onChange={({ target }) => onChange({ value: target.value })}
              value={change.value}
            />
          )}
        </Field>
      )}
      <Button
        aria-label={`Remove change ${number}`}
        className="sm:mt-[31px]"
        disabled={isOnly}
        onClick={onRemove}
        size="small"
        variant="line"
      >
        Remove
      </Button>
    </li>
  );
}

interface DrillOutcomeProps {
  outcome: Outcome;
  /** Whether it is that of the changes in the form. */
  isCurrent: boolean;
  attempts: readonly JobAttempt[];
}

function DrillOutcome({ outcome, isCurrent, attempts }: DrillOutcomeProps) {
  if ('drill' in outcome && outcome.drill === null) return gone;
  if (!isCurrent)
    return (
      <p className="mt-2 max-w-[72ch] text-[14.5px] text-muted">
        The form has changed since the last replay: <CodeMarks text={outcome.of} />. Choose Replay to see what
        would have happened.
      </p>
    );
  if ('problem' in outcome) return <Failure message={outcome.problem} />;
  return outcome.drill && <DrillResult attempts={attempts} drill={outcome.drill} of={outcome.of} />;
}
