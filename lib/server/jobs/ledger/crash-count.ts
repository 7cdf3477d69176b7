import type { SqlQueries } from '@/lib/server/database/database';

// A job's crash count goes in threes. Up to 2, so many workers have crashed while they ran it. At 3 the job is suspect
// and runs alone; at 4 its worker has crashed meanwhile; at 5 it ran alone for long enough that others have joined it. If
// its worker crashes then, it is suspect again, at 6, and so forth. Progress resets the count.

const ROUND = 3;
const MOST_ALONE_MS = 40_000;

/** Whether a job runs alone in its process, because three workers have crashed while they ran it. */
export const isSuspect = (crashCount: number): boolean => crashCount >= ROUND && crashCount % ROUND === 0;

/** Whether a job's worker has crashed while it ran alone. */
export const crashedAlone = (crashCount: number): boolean => crashCount > ROUND && crashCount % ROUND === 1;

/**
 * How long (ms) a suspect has a process for itself. Longer each time that its worker has crashed after others joined it:
 * in the end, a job that crashes its worker does so alone, however slowly.
 */
export const aloneMs = (crashCount: number): number =>
  Math.min(5_000 * 2 ** (crashCount / ROUND - 1), MOST_ALONE_MS);

/** Lets others join a suspect: from then on, any of them may be why its worker crashes. */
export async function clearSuspect(
  tx: SqlQueries,
  { id, epoch, crashCount }: { id: string; epoch: number; crashCount: number },
): Promise<void> {
  // Unless it made progress, or another process has taken it.
  await tx.$executeRaw`
    UPDATE "Job" SET "crashCount" = "crashCount" + 2
    WHERE "id" = ${id} AND "epoch" = ${epoch} AND "crashCount" = ${crashCount}`;
}
