'use client';
import { useMemo } from 'react';
import { chosen, useAddress } from '@/components/ui/use-address';
import { limits } from '@/lib/config/limits';
import { jobErrorCodes } from '@/lib/config/workflow-errors';
import { daysProblem } from '@/lib/validation/audit';
import { jobStateChoices, jobStatusWords } from './job';
import type { JobFilters } from './use-jobs';

/** The filters' names in the address. Jobs that wait for a person have a status of their own there. */
export const filterNames = {
  userId: 'user',
  search: 'name',
  status: 'status',
  metadata: 'metadata',
  errorCode: 'error',
  failureCode: 'failure',
  from: 'from',
  to: 'to',
  template: 'template',
  model: 'model',
  callOutcome: 'call',
  exceptTemplates: 'except',
  apiKeyId: 'key',
  withFallbacks: 'fallbacks',
  costOver: 'cost',
  durationOver: 'time',
  endedFrom: 'ended-from',
  endedTo: 'ended-to',
  withBulkRows: 'rows',
  onlyExecutions: 'executions',
} as const satisfies Record<Exclude<keyof JobFilters, 'awaitsApproval'>, string>;

type JobFilter = keyof typeof filterNames;
type GivenFilters = Record<JobFilter, string | null>;

/**
 * The filters in the page's address, and a way to change them, which adds a step to the browser's history.
 * @param ownerId lists one person's jobs, whatever the address says; null: those of the person in the address, or all
 */
export function useJobFilters(ownerId: string | null) {
  const address = useAddress();
  const pairs = Object.entries(filterNames).map(([filter, name]) => [filter, address.get(name)]);
  const key = JSON.stringify(Object.fromEntries(pairs));
  const given: GivenFilters = useMemo(() => JSON.parse(key), [key]);
  const filters = useMemo(() => filtersOf(given, ownerId), [given, ownerId]);
  const problems = problemsOf(given);
  return {
    /** Whose jobs are listed, whatever the address says; null: those of the account. */
    ownerId,
    filters,
    /** As the address has them. */
    given,
    /** Why a filter can't be used, in a sentence; filters with problems aren't sent. */
    problems,
    isValid: Object.keys(problems).length === 0,
    isFiltered: Object.entries(given).some(
      ([filter, value]) => value !== null && !(filter === 'userId' && ownerId),
    ),
    /** Gives one or several filters the value, in one step of the history. */
    choose: (filters: JobFilter | JobFilter[], value: string | null) =>
      address.set(Object.fromEntries([filters].flat().map((filter) => [filterNames[filter], value]))),
    clear: () => address.set(Object.fromEntries(Object.values(filterNames).map((name) => [name, null]))),
  };
}

export type JobFilterState = ReturnType<typeof useJobFilters>;

const isYes = (given: string | null) => (given === 'yes' ? true : null);

const filtersOf = (given: GivenFilters, ownerId: string | null): JobFilters => ({
  ...given,
  userId: ownerId ?? given.userId,
  status: chosen(jobStatusWords, given.status),
  awaitsApproval: chosen(jobStateChoices, given.status) === 'WAITING' ? true : null,
  exceptTemplates: namesIn(given.exceptTemplates),
  metadata: metadataOf(given.metadata),
  withFallbacks: given.withFallbacks === 'no' ? false : isYes(given.withFallbacks),
  costOver: amountOf(given.costOver),
  durationOver: amountOf(given.durationOver),
  withBulkRows: isYes(given.withBulkRows),
  onlyExecutions: isYes(given.onlyExecutions),
});

/** The names in an address, which has them as JSON, because a name can have any characters; null for anything else. */
export function namesIn(given: string | null): string[] | null {
  if (given === null) return null;
  try {
    const names: unknown = JSON.parse(given);
    return Array.isArray(names) && names.every((name) => typeof name === 'string') ? names : null;
  } catch {
    return null;
  }
}

const { key: longestKey } = limits.metadataFilter;

/** `key = value`, as it's typed; null for anything else. */
function metadataOf(given: string | null): JobFilters['metadata'] {
  const [, key = '', value = ''] = /^([^=]+)=(.*)$/s.exec(given ?? '')?.map((part) => part.trim()) ?? [];
  return key && key.length <= longestKey ? [{ key, value }] : null;
}

function amountOf(given: string | null): number | null {
  const amount = given === null ? Number.NaN : Number(given);
  return amount >= 0 && amount <= limits.jobOver.max ? amount : null;
}

/** The filters of an address with values that no filter has, so that no list matches them. */
export function unknownFilters(given: GivenFilters): JobFilter[] {
  const { status, errorCode, failureCode, withFallbacks, withBulkRows, onlyExecutions, exceptTemplates } =
    given;
  const unknown: [JobFilter, boolean][] = [
    ['status', status !== null && chosen(jobStateChoices, status) === null],
    ['errorCode', errorCode !== null && !jobErrorCodes.includes(errorCode)],
    ['failureCode', failureCode !== null && !jobErrorCodes.includes(failureCode)],
    ['withFallbacks', withFallbacks !== null && !['yes', 'no'].includes(withFallbacks)],
    ['withBulkRows', withBulkRows !== null && withBulkRows !== 'yes'],
    ['onlyExecutions', onlyExecutions !== null && onlyExecutions !== 'yes'],
    ['exceptTemplates', exceptTemplates !== null && namesIn(exceptTemplates) === null],
  ];
  return unknown.flatMap(([filter, isUnknown]) => (isUnknown ? filter : []));
}

function problemsOf(given: GivenFilters): Partial<Record<JobFilter, string>> {
  const { model, metadata, costOver, durationOver, endedFrom, endedTo } = given;
  const wrong = (amount: string | null) => amount !== null && amountOf(amount) === null;
  const ended = daysProblem({ from: endedFrom, to: endedTo });
  return {
    ...daysProblem(given),
    ...Object.fromEntries(unknownFilters(given).map((filter) => [filter, 'Remove this filter.'])),
    ...(ended && { endedFrom: 'These days of the end can’t be used.' }),
    ...(model !== null && !model.includes('/') && { model: 'Enter provider/model, such as sandbox/fast.' }),
    ...(metadata !== null &&
      !metadataOf(metadata) && {
        metadata: `Enter key = value, such as order = 7. A key has at most ${longestKey} characters.`,
      }),
    ...(wrong(costOver) && { costOver: 'Enter US dollars, such as 0.05.' }),
    ...(wrong(durationOver) && { durationOver: 'Enter seconds, such as 30.' }),
  };
}
