import type { AccountKey } from './account-keys-query';

/** What can be done with a key; a revoked one whose last day is over is past reactivating. */
export type KeyState = 'active' | 'revoked' | 'expired';

/** @param now epoch milliseconds; a key that has expired since the API answered counts as such */
export function keyState({ status, expires_at }: AccountKey, now: number): KeyState {
  if (status === 'EXPIRED' || (expires_at !== null && Number(expires_at) <= now)) return 'expired';
  return status === 'REVOKED' ? 'revoked' : 'active';
}
