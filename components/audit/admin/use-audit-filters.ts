'use client';
import { useMemo } from 'react';
import { useAddress } from '@/components/ui/use-address';
import { auditActions } from '@/lib/config/audit-actions';
import { auditDaysProblem } from '@/lib/validation/audit';
import type { AuditFilters } from './audit-query';

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
    ...auditDaysProblem(filters),
  };
  return {
    filters,
    /** What is wrong with a filter, in a sentence; filters with problems aren't sent. */
    problems,
    isValid: Object.keys(problems).length === 0,
    isFiltered: Object.values(filters).some((value) => value !== null),
    choose: (name: keyof AuditFilters, value: string | null) => address.set({ [names[name]]: value }),
    clear: () => address.set({ user: null, action: null, from: null, to: null }),
  };
}

export type AuditFilterState = ReturnType<typeof useAuditFilters>;
