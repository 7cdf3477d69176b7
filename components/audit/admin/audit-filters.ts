'use client';
import { useMemo } from 'react';
import { useAddress } from '@/components/ui/use-address';
import { auditActions } from '@/lib/config/audit-actions';
import { limits } from '@/lib/config/limits';
import { createUncachedQuery } from '@/lib/graphql-client/calls';
import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';
import { daysProblem } from '@/lib/validation/audit';

/** A page of the account's audit trail, newest first. */
export const auditLogsQuery = graphql(`
  query AuditLogs(
    $limit: Int
    $after: ID
    $before: ID
    $userId: ID
    $action: String
    $from: Date
    $to: Date
  ) {
    getAllAuditLogs(
      limit: $limit
      after: $after
      before: $before
      userId: $userId
      action: $action
      from: $from
      to: $to
    ) {
      id
      user_id
      user_name
      account_id
      action
      entity_name
      metadata
      created_at
    }
  }
`);

/** An event as the list shows it; times are epoch milliseconds. */
export type AuditEvent = ResultOf<typeof auditLogsQuery>['getAllAuditLogs'][number];

/** Which events to list; null means any. */
export type AuditFilters = Record<'userId' | 'action' | 'from' | 'to', string | null>;

/**
 * Every event that matches the filters, newest first, in pages as large as the API returns. Pages start from the newest
 * event at the time of the call, so later events shift none of them.
 * @throws Error whose message is a sentence for people; the signal's reason once it is aborted
 */
export async function* readAuditPages(
  filters: AuditFilters,
  signal: AbortSignal,
): AsyncGenerator<AuditEvent[]> {
  const ask = createUncachedQuery(signal);
  const limit = limits.list.max;
  let after: string | null = null;
  for (;;) {
    const variables = { ...filters, limit, after };
    const page: AuditEvent[] = (await ask(auditLogsQuery, variables, "The audit logs couldn't be read."))
      .getAllAuditLogs;
    if (page.length > 0) yield page;
    if (page.length < limit) return;
    after = page.at(-1)?.id ?? null;
  }
}

/** The filters' names in the address, which links elsewhere use too. */
const names = { userId: 'user', action: 'action', from: 'from', to: 'to' } as const;

type AuditProblems = Partial<Record<'action' | 'from' | 'to', string>>;

/** The filters in the page's address, and a way to change them, which adds a step to the browser's history. */
export function useAuditFilters() {
  const address = useAddress();
  const [userId, action] = [address.get(names.userId), address.get(names.action)];
  const [from, to] = [address.get(names.from), address.get(names.to)];
  const filters = useMemo<AuditFilters>(() => ({ userId, action, from, to }), [userId, action, from, to]);
  const isKnown = action === null || auditActions.some((known) => known === action);
  const problems: AuditProblems = {
    ...(!isKnown && { action: 'There is no such action. Choose one from the list.' }),
    ...daysProblem(filters),
  };
  return {
    filters,
    /** Why a filter can't be used, in a sentence; filters with problems aren't sent. */
    problems,
    isValid: Object.keys(problems).length === 0,
    isFiltered: Object.values(filters).some((value) => value !== null),
    choose: (name: keyof AuditFilters, value: string | null) => address.set({ [names[name]]: value }),
    clear: () => address.set({ user: null, action: null, from: null, to: null }),
  };
}

export type AuditFilterState = ReturnType<typeof useAuditFilters>;
