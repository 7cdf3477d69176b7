'use client';
import { useSyncExternalStore } from 'react';
import type { DataColumn } from '@/components/ui/column-layout';
import { Checkbox } from '@/components/ui/form';
import { Moment } from '@/components/ui/moment';
import { StatusMark } from '@/components/ui/status-mark';
import { WholeWords } from '@/components/ui/whole-words';
import { brand } from '@/lib/config/brand';
import { storedChoice } from '@/lib/format/stored-choice';
import { foldText, wordsIn } from '@/lib/rules/search-text';
import { jobStateWords, jobTones, type ListedJob } from './job';
import { formatTokens, runTime } from './measures';
import { costColumn, createdColumn, nameColumn, type StarterOf, starterColumns } from './record-columns';
import type { FoundJob } from './use-jobs';

/** The columns that can be chosen, in their order. Name and status always stay. */
const choices = {
  error: 'Error',
  starter: 'Started by',
  models: 'Models',
  key: 'API key',
  created: 'Created',
  ended: 'Ended',
  duration: 'Duration',
  tokens: 'Tokens',
  cost: 'Cost',
} as const;

type JobColumn = keyof typeof choices;

const names = Object.keys(choices) as JobColumn[];
const usual: readonly JobColumn[] = ['error', 'starter', 'created', 'duration', 'cost'];
const stored = storedChoice(brand.jobColumnsKey);

/** The columns that the person has chosen in this browser. */
export function useJobColumns(): ReadonlySet<JobColumn> {
  const choice = useSyncExternalStore(stored.subscribe, stored.read, () => null);
  const chosen = choice?.split(',');
  return new Set(names.filter((name) => (chosen ?? usual).includes(name)));
}

/** Chooses the columns of the list of jobs. @param hasStarter whether different people started them */
export function JobColumnChoice({ hasStarter }: { hasStarter: boolean }) {
  const shown = useJobColumns();
  const choose = (column: JobColumn, isWanted: boolean) =>
    stored.choose(names.filter((name) => (name === column ? isWanted : shown.has(name))).join(','));
  return (
    <details className="open:basis-full print:hidden">
      <summary className="w-fit cursor-pointer rounded-control py-1 text-[14.5px]">Columns</summary>
      <fieldset className="mt-2">
        <legend className="sr-only">Columns</legend>
        <ul className="flex flex-wrap gap-x-5 gap-y-1">
          {names
            .filter((name) => name !== 'starter' || hasStarter)
            .map((name) => (
              <li key={name}>
                <Checkbox
                  checked={shown.has(name)}
                  label={choices[name]}
                  name="column"
                  onChange={({ target }) => choose(name, target.checked)}
                  value={name}
                />
              </li>
            ))}
        </ul>
      </fieldset>
    </details>
  );
}

/** The columns of the list of jobs, as chosen. @param words that were searched */
export function jobColumns(
  jobs: readonly FoundJob[],
  base: string,
  starterOf: StarterOf,
  shown: ReadonlySet<JobColumn>,
  words: string | null,
): DataColumn<FoundJob>[] {
  const columns: Record<JobColumn, DataColumn<FoundJob>[]> = {
    error: [{ head: 'Error', minWidth: 200, priority: 1.5, cell: (job) => <ErrorCell job={job} /> }],
    starter: starterColumns(starterOf),
    models: [{ head: 'Models', minWidth: 170, priority: 0, cell: (job) => <ModelsCell job={job} /> }],
    key: [{ head: 'API key', minWidth: 130, priority: 0, cell: ({ apiKey }) => keyName(apiKey) }],
    created: [createdColumn()],
    ended: [
      { head: 'Ended', minWidth: 118, priority: 0.5, cell: ({ finishedAt }) => <Moment at={finishedAt} /> },
    ],
    duration: [
      {
        ...({ head: 'Duration', minWidth: 102, priority: 1, kind: 'number' } as const),
        cell: (job) => runTime(job, Date.now()),
      },
    ],
    tokens: [{ head: 'Tokens', minWidth: 150, priority: 0, kind: 'number', cell: formatTokens }],
    cost: [costColumn(jobs)],
  };
  return [
    nameColumn(base, (job) => matchNote(job, words, shown)),
    {
      head: 'Status',
      minWidth: 116,
      priority: 5,
      cell: (job) => (
        <StatusMark tone={jobTones[job.status]}>
          {/* The longest ones need two lines, as the name and its id do. */}
          <span className="whitespace-normal">{jobStateWords(job)}</span>
        </StatusMark>
      ),
    },
    ...names.filter((name) => shown.has(name)).flatMap((name) => columns[name]),
  ];
}

/** The code and all words of the deepest error, and the job's own code if that is another. */
function ErrorCell({ job: { error, deepestError } }: { job: ListedJob }) {
  if (!deepestError) return <span className="text-muted">—</span>;
  const { code, message } = deepestError;
  return (
    <>
      <span className="wrap-anywhere block font-mono text-[12.5px] leading-[1.6]">
        {error && error.code !== code && `${error.code}: `}
        {code}
      </span>
      <span className="wrap-anywhere block text-[13px] text-muted">{message}</span>
    </>
  );
}

function ModelsCell({ job: { models, withFallbacks } }: { job: ListedJob }) {
  if (models.length === 0) return <span className="text-muted">—</span>;
  const all = models.join(', ');
  return (
    <>
      <span className="block truncate text-[13.5px]" title={all}>
        {all}
      </span>
      {withFallbacks && <span className="block text-[13px] text-muted">Had fallbacks</span>}
    </>
  );
}

const keyName = (key: ListedJob['apiKey']) =>
  key ? <WholeWords text={key.name ?? key.hint ?? key.id} /> : <span className="text-muted">—</span>;

/**
 * Why a search has found a job, in a few words; null if the row shows all that was found.
 * @param words as they were searched
 * @param shown the columns of the list
 */
export function matchNote(job: FoundJob, words: string | null, shown: ReadonlySet<string>): string | null {
  const notes = wordsIn(words).flatMap((word) => hiddenPlace(job, foldText(word), shown) ?? []);
  return notes.length > 0 ? `Found in: ${[...new Set(notes)].join(', ')}` : null;
}

/** Where a word is that the row doesn't show; null if it shows it. */
function hiddenPlace(job: FoundJob, word: string, shown: ReadonlySet<string>): string | null {
  const { name, id, deepestError, errorCodes, models, apiKey } = job;
  const has = (text: string | null | undefined) => text != null && foldText(text).includes(word);
  if (has(name) || foldText(id).startsWith(word)) return null;
  if (shown.has('error') && has(deepestError?.code)) return null;
  if (shown.has('models') && models.some(has)) return null;
  if (shown.has('key') && (has(apiKey?.name) || apiKey?.id === word)) return null;
  const code = errorCodes.find(has);
  if (code !== undefined) return `error ${code}`;
  const model = models.find(has);
  if (model !== undefined) return `model ${model}`;
  if (has(apiKey?.name) || apiKey?.id === word) return `API key ${apiKey?.name}`;
  // All else that is searched, as far as a word folds here as it does there.
  return /^[\x20-\x7e]+$/.test(word) ? 'metadata' : null;
}
