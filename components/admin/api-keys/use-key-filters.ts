'use client';
import { useAddress } from '@/components/ui/use-address';

const statuses = { active: 'ACTIVE', revoked: 'REVOKED', expired: 'EXPIRED' } as const;

export type StatusChoice = keyof typeof statuses | '';

const isStatus = (text: string | null): text is keyof typeof statuses => text !== null && text in statuses;

/** Which keys are listed, as the page's address says: `?user=usr_…&status=revoked`. */
export function useKeyFilters() {
  const address = useAddress();
  const user = address.get('user');
  const given = address.get('status');
  const status: StatusChoice = isStatus(given) ? given : '';
  return {
    user: user ?? '',
    status,
    /** As the API takes them; null is no filter. */
    variables: { userId: user, status: status ? statuses[status] : null },
    filtered: user !== null || status !== '',
    setUser: (id: string) => address.set({ user: id || null }),
    setStatus: (choice: string) => address.set({ status: choice || null }),
    clear: () => address.set({ user: null, status: null }),
  };
}

export type KeyFilters = ReturnType<typeof useKeyFilters>;
