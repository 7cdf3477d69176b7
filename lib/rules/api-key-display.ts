import { limits } from '@/lib/config/limits';
import { formatDate, formatRelative } from '@/lib/format/date';

/** In place of a key's id, in the filters of jobs: jobs that were started without a key. */
export const NO_KEY = 'NONE';

/** A key's name for people, whether it has its own or not. */
export function keyName({ name }: { name: string | null }): string {
  return name ?? 'Unnamed key';
}

/** A key's fields as the API returns them; times are epoch milliseconds. */
interface KeyLifetime {
  status: 'ACTIVE' | 'REVOKED' | 'EXPIRED';
  /** The first instant at which it no longer works. */
  expires_at: string | null;
  revoked_at: string | null;
}

interface KeyStatusWords {
  word: 'Active' | 'Expires soon' | 'Expired' | 'Revoked';
  /** Why, or until when; continues the sentence after the word. */
  reason: string;
}

/** The last instant at which a key works, which lies on the day that its owner chose; null if it never expires. */
export function lastInstant(expiresAt: string | null): string | null {
  return expiresAt === null ? null : String(Number(expiresAt) - 1);
}

/**
 * A key's status in words, with its reason: `Expires soon`, `in 3 days, on Nov 24, 2026`.
 * @param now epoch milliseconds; a key that has expired since the API's response counts as expired
 */
export function keyStatus({ status, expires_at, revoked_at }: KeyLifetime, now: number): KeyStatusWords {
  const last = lastInstant(expires_at);
  const left = expires_at === null ? Number.POSITIVE_INFINITY : Number(expires_at) - now;
  if (status === 'REVOKED') {
    const since = left > 0 ? '' : '; it has expired since';
    return { word: 'Revoked', reason: `on ${formatDate(revoked_at)}${since}` };
  }
  if (last === null) return { word: 'Active', reason: 'never expires' };
  if (status === 'EXPIRED' || left <= 0) return { word: 'Expired', reason: `on ${formatDate(last)}` };
  if (left < limits.apiKeyExpiresSoon) {
    return { word: 'Expires soon', reason: `${formatRelative(last, now)}, on ${formatDate(last)}` };
  }
  return { word: 'Active', reason: `works until ${formatDate(last)}` };
}
