'use client';
import { useMemo } from 'react';
import { chosen, useAddress } from '@/components/ui/use-address';
import { auditDaysProblem } from '@/lib/validation/audit';
import { jobStatusWords } from './job';
import type { JobFilters } from './use-jobs';

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
  const problems: Partial<Record<'from' | 'to', string>> = auditDaysProblem(filters) ?? {};
  return {
    filters,
    /** What is wrong with a filter, in a sentence; filters with problems aren't sent. */
    problems,
    isValid: Object.keys(problems).length === 0,
    isFiltered: [name, status, errorCode, from, to, ownerId ? null : userId].some((value) => value !== null),
    choose: (filter: keyof JobFilters, value: string | null) =>
      address.set({ [names[filter]]: filter === 'status' ? (value?.toLowerCase() ?? null) : value }),
    clear: () => address.set(Object.fromEntries(Object.values(names).map((name) => [name, null]))),
  };
}

/** The address of the jobs of a list that failed in some days, with an error code or of a template. */
export const failedJobsAddress = (
  base: string,
  { from, to, ...which }: { from: string; to: string } & ({ error: string } | { name: string }),
): string => `${base}?${new URLSearchParams({ status: 'failed', ...which, from, to })}`;

export type JobFilterState = ReturnType<typeof useJobFilters>;
