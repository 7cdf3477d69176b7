'use client';
import { firstPlace, type ListPlace } from '@/lib/graphql-client/use-cursor-list';
import { useAddress } from './use-address';

/**
 * The page of a list as the address says: `?page=3&after=usr_…`; turning it adds a step to the browser's history. A
 * page's number without its cursor is the first page, and 1 with a cursor the first page of a further search.
 * @returns the options of `useCursorList` that place it
 */
export function useListPlace() {
  const address = useAddress();
  const after = address.get('after');
  const before = after === null ? address.get('before') : null;
  const number = Number(address.get('page'));
  const place: ListPlace =
    after === null && before === null
      ? firstPlace
      : { number: Number.isSafeInteger(number) && number > 0 ? number : 2, after, before };
  return {
    place,
    onTurn: ({ number, after, before }: ListPlace, options?: { replace?: boolean }) =>
      address.set({ page: (after ?? before) === null ? null : String(number), after, before }, options),
  };
}
