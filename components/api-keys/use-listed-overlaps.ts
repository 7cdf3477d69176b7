'use client';
import type { CursorList } from '@/lib/graphql-client/use-cursor-list';
import type { OverlappingKey } from './overlap-query';
import { useOverlaps } from './use-overlaps';

/** A list of keys whose old secrets are as they are now. @param read a page of the same list */
export function useListedOverlaps<Key extends OverlappingKey>(
  list: CursorList<Key>,
  read: (page: CursorList<Key>['page']) => Promise<readonly OverlappingKey[]>,
): CursorList<Key> {
  const { state, page } = list;
  const rows = useOverlaps(state.status === 'ready' ? state.rows : [], () => read(page));
  return state.status === 'ready' ? { ...list, state: { ...state, rows } } : list;
}
