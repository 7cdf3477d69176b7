import type { ApiKey, PreviousSecret, Prisma } from '@/prisma/generated/prisma/client';

export type KeyStatus = 'ACTIVE' | 'REVOKED' | 'EXPIRED';

/** A key's status at a moment. Expiry is derived from the clock; a revoked key stays REVOKED past it. */
export function keyStatus(key: Pick<ApiKey, 'status' | 'expiresAt'>, now: Date): KeyStatus {
  if (key.status === 'REVOKED') return 'REVOKED';
  // A date that can't be read has expired, too.
  return key.expiresAt && !(key.expiresAt > now) ? 'EXPIRED' : 'ACTIVE';
}

/** The stored columns behind ACTIVE. */
export const activeKeys = (now: Date): Prisma.ApiKeyWhereInput => ({
  status: 'ACTIVE',
  OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
});

/** A key's old secret while it works; null from the instant at which it expires. */
export function runningOverlap<Old extends Pick<PreviousSecret, 'expiresAt'>>(
  previous: Old | null,
  now: Date,
): Old | null {
  return previous && previous.expiresAt > now ? previous : null;
}
