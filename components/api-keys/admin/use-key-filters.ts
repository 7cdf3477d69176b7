'use client';
import { chosen } from '@/components/ui/chosen';
import { useAddress } from '@/components/ui/use-address';

/** What each status is called. */
export const keyStatuses = { ACTIVE: 'Active', REVOKED: 'Revoked', EXPIRED: 'Expired' };

/** Which keys are listed, as the page's address says: `?user=usr_…&status=revoked`. */
export function useKeyFilters() {
  const address = useAddress();
  const user = address.get('user');
  const status = chosen(keyStatuses, address.get('status'));
  return {
    user: user ?? '',
    status: status ?? '',
    /** As the API takes them; null is no filter. */
    variables: { userId: user, status },
    filtered: user !== null || status !== null,
    setUser: (id: string) => address.set({ user: id }),
    setStatus: (choice: string) => address.set({ status: choice.toLowerCase() }),
    clear: () => address.set({ user: null, status: null }),
  };
}

export type KeyFilters = ReturnType<typeof useKeyFilters>;
