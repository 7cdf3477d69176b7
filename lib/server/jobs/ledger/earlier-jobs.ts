import { limits } from '@/lib/config/limits';
import type { SqlReader } from '@/lib/server/database/database';
import { type Job, Prisma } from '@/prisma/generated/prisma/client';

/** An idempotency key as an account has sent it. */
export interface AccountKey {
  accountId: string;
  key: string;
}

/** The job that a key belongs to. */
export type EarlierJob = Pick<Job, 'id' | 'inputHash' | 'createdAt'>;

/** By this name, `earlierJobs` returns the job of a key. */
export const nameOfKey = ({ accountId, key }: AccountKey): string => `${accountId} ${key}`;

/**
 * Finds the jobs that were started with keys before.
 * @returns those of the last 24 hours by `nameOfKey`, and the ids of older ones, which no longer count
 */
export async function earlierJobs(
  rows: SqlReader,
  keys: readonly AccountKey[],
  now: Date,
): Promise<{ known: Map<string, EarlierJob>; outdated: string[] }> {
  const known = new Map<string, EarlierJob>();
  const outdated: string[] = [];
  if (keys.length === 0) return { known, outdated };
  const accountIds = rows.dialect.listed([...new Set(keys.map(({ accountId }) => accountId))]);
  const jobs = await rows<EarlierJob & Pick<Job, 'accountId' | 'idempotencyKey'>>(Prisma.sql`
    SELECT "id", "accountId", "idempotencyKey", "inputHash", "createdAt" FROM "Job"
    WHERE "accountId" IN ${accountIds} AND "idempotencyKey" IN ${rows.dialect.listed(keys.map(({ key }) => key))}`);
  for (const { accountId, idempotencyKey, ...job } of jobs)
    if (now.getTime() - job.createdAt.getTime() >= limits.idempotency.lifetime) outdated.push(job.id);
    else known.set(nameOfKey({ accountId, key: idempotencyKey ?? '' }), job);
  return { known, outdated };
}
