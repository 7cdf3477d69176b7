import { limits } from '@/lib/config/limits';
import type { MySessions } from './use-my-sessions';

/** What the list of sessions says above itself; empty where it failed. */
export function sessionsLine(state: MySessions['state']): string {
  if (state.status === 'loading') return 'Loading sessions...';
  if (state.status === 'failed') return '';
  const { length } = state.sessions;
  if (length <= 1) return 'You are signed in nowhere else.';
  return length < limits.session.listed
    ? `${length} sessions, this one first, then last used first`
    : `The ${length} sessions last used`;
}
