'use client';
import { type ReactNode, useMemo } from 'react';
import { DayFields } from '@/components/ui/day-fields';
import { FilterSelect, SearchField } from '@/components/ui/filter-bar';
import { chosen, useAddress } from '@/components/ui/use-address';
import { daysProblem } from '@/lib/validation/audit';
import { jobStatusWords } from './job';
import type { JobFilters } from './use-jobs';

interface JobFilterFieldsProps {
  state: JobFilterState;
  /** How often the filters were cleared. It resets the typed ones, whose text may not apply yet. */
  clearings: number;
  /** Chooses the person who started the jobs; undefined if there is no choice. */
  starterField?: ReactNode;
}

/** Filters jobs by status, name and days; each choice applies at once, and words after a pause in typing. */
export function JobFilterFields({
  state: { filters, problems, choose },
  clearings,
  starterField,
}: JobFilterFieldsProps) {
  return (
    <div
      className={`grid grid-cols-2 gap-x-4 gap-y-3.5 max-sm:[&>*:not(:nth-last-child(-n+2))]:col-span-2 max-[359px]:[&>*]:col-span-2 ${starterField ? 'max-xl:[&>:nth-child(3)]:col-span-2 xl:grid-cols-[160px_minmax(0,1fr)_minmax(0,1.2fr)_160px_160px]' : 'lg:grid-cols-[180px_minmax(0,1fr)_170px_170px]'}`}
    >
      <FilterSelect
        all="All statuses"
        label="Status"
        name="status"
        onChange={(status) => choose('status', status || null)}
        options={jobStatusWords}
        value={filters.status ?? ''}
      />
      <SearchField
        key={`name ${clearings}`}
        label="Name or job ID"
        name="name"
        onSearch={(name) => choose('name', name || null)}
        value={filters.name ?? ''}
      />
      {starterField}
      <DayFields clearings={clearings} days={filters} onChoose={choose} problems={problems} />
    </div>
  );
}

/** The filters' names in the address. */
const names = {
  userId: 'user',
  name: 'name',
  status: 'status',
  errorCode: 'error',
  from: 'from',
  to: 'to',
} as const;

/**
 * The filters in the page's address, and a way to change them, which adds a step to the browser's history.
 * @param ownerId lists one person's jobs, whatever the address says; null: those of the person in the address, or all
 */
export function useJobFilters(ownerId: string | null) {
  const address = useAddress();
  const userId = ownerId ?? address.get(names.userId);
  const status = chosen(jobStatusWords, address.get(names.status));
  const [name, errorCode] = [address.get(names.name), address.get(names.errorCode)];
  const [from, to] = [address.get(names.from), address.get(names.to)];
  const filters = useMemo<JobFilters>(
    () => ({ userId, name, status, errorCode, from, to }),
    [userId, name, status, errorCode, from, to],
  );
  const problems: Partial<Record<'from' | 'to', string>> = daysProblem(filters) ?? {};
  return {
    filters,
    /** Why a filter can't be used, in a sentence; filters with problems aren't sent. */
    problems,
    isValid: Object.keys(problems).length === 0,
    isFiltered: [name, status, errorCode, from, to, ownerId ? null : userId].some((value) => value !== null),
    choose: (filter: keyof JobFilters, value: string | null) =>
      address.set({ [names[filter]]: filter === 'status' ? (value?.toLowerCase() ?? null) : value }),
    clear: () => address.set(Object.fromEntries(Object.values(names).map((name) => [name, null]))),
  };
}

export type JobFilterState = ReturnType<typeof useJobFilters>;
