import type { PreviousSecret } from '@/prisma/generated/prisma/client';

/** A key's old secret as long as it works; null from the first instant at which it no longer does. */
export function runningOverlap<Old extends Pick<PreviousSecret, 'expiresAt'>>(
  previous: Old | null,
  now: Date,
): Old | null {
  return previous && previous.expiresAt > now ? previous : null;
}
