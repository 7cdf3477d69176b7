import type { SqlQueries } from '@/lib/server/database/database';
import { Prisma } from '@/prisma/generated/prisma/client';

// What a job's losses mean, in threes: up to 2, that many workers have ended while they ran it. At 3 it is suspect, at 4
// its worker has ended while it ran alone, and at 5 it has been alone for long enough that others have joined it. If its
// worker ends then, it is suspect again, at 6, and so forth.

const ROUND = 3;
const MOST_ALONE_MS = 40_000;

/** Whether a job runs alone in its process, because three workers have ended while they ran it. */
export const isSuspect = (losses: number): boolean => losses >= ROUND && losses % ROUND === 0;

/**
 * How long (ms) a suspect has a process for itself. Longer each time that its worker has ended after others joined it:
 * in the end, what takes a process down does so alone, however slowly.
 */
export const aloneMs = (losses: number): number => Math.min(5_000 * 2 ** (losses / ROUND - 1), MOST_ALONE_MS);

/** The condition that a job's worker has ended while it ran alone. */
export const diedAlone = Prisma.sql`"losses" > ${ROUND} AND "losses" % ${ROUND} = 1`;

/** Lets others join a suspect: from then on, the end of its worker may be due to them. */
export async function clearSuspect(
  tx: SqlQueries,
  { id, epoch, losses }: { id: string; epoch: number; losses: number },
): Promise<void> {
  // Unless it has got on, or another process has taken it.
  await tx.$executeRaw`
    UPDATE "Job" SET "losses" = "losses" + 2 WHERE "id" = ${id} AND "epoch" = ${epoch} AND "losses" = ${losses}`;
}
