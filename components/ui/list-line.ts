import { formatCount } from '@/lib/format/number';
import type { CursorListState } from '@/lib/graphql-client/use-cursor-list';

export interface ListWords {
  /** `Loading users...` */
  loading: string;
  one: string;
  other: string;
  /** `newest first`; nothing where the order shows itself. */
  order?: string;
}

/** What a list says above itself: that it loads, else which rows these are. Empty where it failed or holds nothing. */
export function listLine<Row>(
  state: CursorListState<Row>,
  { loading, one, other, order }: ListWords,
): string {
  if (state.status === 'loading') return loading;
  if (state.status === 'failed' || state.rows.length === 0) return '';
  if (state.turning) return loading;
  const { skipped, rows, hasMore } = state;
  if (rows.length === 1 && skipped === 0 && !hasMore) return `1 ${one}`;
  const ordered = order ? `, ${order}` : '';
  if (skipped === 0 && !hasMore) return `${formatCount(rows.length)} ${other}${ordered}`;
  const name = other.charAt(0).toUpperCase() + other.slice(1);
  return `${name} ${formatCount(skipped + 1)} to ${formatCount(skipped + rows.length)}${ordered}`;
}
