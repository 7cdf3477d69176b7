'use client';
import { type ReactNode, useMemo } from 'react';
import { DayFields } from '@/components/ui/day-fields';
import { FilterSelect, SearchField } from '@/components/ui/filter-bar';
import { chosen, useAddress } from '@/components/ui/use-address';
import { daysProblem } from '@/lib/validation/audit';
import { jobStatusWords } from './job';
import { MoreJobFilters } from './more-job-filters';
import type { JobFilters } from './use-jobs';

interface JobFilterFieldsProps {
  state: JobFilterState;
  /** How often the filters were cleared. It resets the typed ones, whose text may not apply yet. */
  clearings: number;
  /** Chooses the person who started the jobs; undefined if there is no choice. */
  starterField?: ReactNode;
}

/** Filters jobs; each choice applies at once, and words after a pause in typing. Rarer filters are folded. */
export function JobFilterFields({ state, clearings, starterField }: JobFilterFieldsProps) {
  const { filters, given, problems, choose } = state;
  return (
    <>
      <div
        className={`grid grid-cols-2 gap-x-4 gap-y-3.5 max-sm:[&>*:not(:nth-last-child(-n+2))]:col-span-2 max-[359px]:[&>*]:col-span-2 ${starterField ? 'max-xl:[&>:nth-child(3)]:col-span-2 xl:grid-cols-[160px_minmax(0,1fr)_minmax(0,1.2fr)_160px_160px]' : 'lg:grid-cols-[180px_minmax(0,1fr)_170px_170px]'}`}
      >
        <FilterSelect
          all="All statuses"
          label="Status"
          name="status"
          onChange={(status) => choose('status', status.toLowerCase() || null)}
          options={jobStatusWords}
          value={filters.status ?? ''}
        />
        <SearchField
          key={`name ${clearings}`}
          label="Search"
          name="name"
          onSearch={(words) => choose('search', words || null)}
          placeholder="Name, ID, model, error, metadata"
          value={given.search ?? ''}
        />
        {starterField}
        <DayFields clearings={clearings} days={given} onChoose={choose} problems={problems} />
      </div>
      <MoreJobFilters clearings={clearings} state={state} />
    </>
  );
}

/** The filters' names in the address. */
const names = {
  userId: 'user',
  search: 'name',
  status: 'status',
  errorCode: 'error',
  from: 'from',
  to: 'to',
  template: 'template',
  model: 'model',
  apiKeyId: 'key',
  withFallbacks: 'fallbacks',
  costOver: 'cost',
  durationOver: 'time',
  endedFrom: 'ended-from',
  endedTo: 'ended-to',
  withBulkRows: 'rows',
  onlyExecutions: 'executions',
} as const satisfies Record<keyof JobFilters, string>;

type JobFilter = keyof typeof names;
type GivenFilters = Record<JobFilter, string | null>;

/**
 * The filters in the page's address, and a way to change them, which adds a step to the browser's history.
 * @param ownerId lists one person's jobs, whatever the address says; null: those of the person in the address, or all
 */
export function useJobFilters(ownerId: string | null) {
  const address = useAddress();
  const pairs = Object.entries(names).map(([filter, name]) => [filter, address.get(name)]);
  const key = JSON.stringify(Object.fromEntries(pairs));
  const given: GivenFilters = useMemo(() => JSON.parse(key), [key]);
  const filters = useMemo(() => filtersOf(given, ownerId), [given, ownerId]);
  const problems = problemsOf(given);
  return {
    filters,
    /** As the address has them. */
    given,
    /** Why a filter can't be used, in a sentence; filters with problems aren't sent. */
    problems,
    isValid: Object.keys(problems).length === 0,
    isFiltered: Object.entries(given).some(
      ([filter, value]) => value !== null && !(filter === 'userId' && ownerId),
    ),
    choose: (filter: JobFilter, value: string | null) => address.set({ [names[filter]]: value }),
    clear: () => address.set(Object.fromEntries(Object.values(names).map((name) => [name, null]))),
  };
}

export type JobFilterState = ReturnType<typeof useJobFilters>;

const isYes = (given: string | null) => (given === 'yes' ? true : null);

const filtersOf = (given: GivenFilters, ownerId: string | null): JobFilters => ({
  ...given,
  userId: ownerId ?? given.userId,
  status: chosen(jobStatusWords, given.status),
  withFallbacks: given.withFallbacks === 'no' ? false : isYes(given.withFallbacks),
  costOver: amountOf(given.costOver),
  durationOver: amountOf(given.durationOver),
  withBulkRows: isYes(given.withBulkRows),
  onlyExecutions: isYes(given.onlyExecutions),
});

/** The most dollars and seconds that the API takes. */
const MOST = 1_000_000;

function amountOf(given: string | null): number | null {
  const amount = given === null ? Number.NaN : Number(given);
  return amount >= 0 && amount <= MOST ? amount : null;
}

function problemsOf(given: GivenFilters): Partial<Record<JobFilter, string>> {
  const { model, costOver, durationOver, endedFrom, endedTo } = given;
  const wrong = (amount: string | null) => amount !== null && amountOf(amount) === null;
  const ended = daysProblem({ from: endedFrom, to: endedTo });
  return {
    ...daysProblem(given),
    ...(ended && { endedFrom: 'These days of the end can’t be used.' }),
    ...(model !== null && !model.includes('/') && { model: 'Enter provider/model, such as sandbox/fast.' }),
    ...(wrong(costOver) && { costOver: 'Enter US dollars, such as 0.05.' }),
    ...(wrong(durationOver) && { durationOver: 'Enter seconds, such as 30.' }),
  };
}
