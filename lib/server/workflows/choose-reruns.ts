import { limits } from '@/lib/config/limits';
import { recordAudit } from '@/lib/server/audit/record-audit';
import type { Viewer } from '@/lib/server/auth/viewer';
import { reauthorize } from '@/lib/server/auth/write-as';
import { type Queries, type SqlReader, sqlIn } from '@/lib/server/database/database';
import { AppError, conflict } from '@/lib/server/errors';
import { capacitiesOf } from '@/lib/server/jobs/ledger/account-capacity';
import { leastBytesOfRerun } from '@/lib/server/jobs/ledger/account-storage';
import type { WorkflowContext } from '@/lib/server/jobs/worker/workflow-runtime';
import type { ServerContext } from '@/lib/server/runtime/context';
import { turns } from '@/lib/server/runtime/fair-turns';
import { type FailedJobs, findFailedJobs, type RerunFilters } from '@/lib/server/workflows/find-failed-jobs';
import { checkRerun } from '@/lib/server/workflows/rerun-job';
import { Prisma, type RerunBatch } from '@/prisma/generated/prisma/client';

/** A call that can be repeated. */
type KeyedCall = Pick<RerunBatch, 'accountId' | 'idempotencyKey' | 'inputHash'>;

/**
 * The jobs that a call of rerunJobs runs again. With a key, a repeated call has the jobs that it chose before.
 * @throws AppError as rerunJobs
 */
export async function chooseJobs(
  ctx: WorkflowContext,
  viewer: Viewer,
  filters: RerunFilters,
  { call, signal }: { call: KeyedCall | null; signal: AbortSignal | undefined },
): Promise<FailedJobs> {
  const earlier = call && (await earlierChoice(ctx.db.prisma, call, ctx.now()));
  return earlier ?? recordChoice(ctx, viewer, call, await findChoice(ctx, viewer, filters, signal));
}

/** Until it's recorded, a choice ends with its caller. */
async function findChoice(
  ctx: WorkflowContext,
  viewer: Viewer,
  filters: RerunFilters,
  signal: AbortSignal | undefined,
): Promise<FailedJobs> {
  await assertTakesJob(sqlIn(ctx.db.prisma), ctx, viewer.accountId, 0);
  return findFailedJobs(ctx, viewer, filters, {
    accountWide: 'admin:write',
    check: async (id) => {
      await turns.begin(viewer.accountId, signal);
      await checkRerun(ctx, viewer, id, signal);
    },
  });
}

/** @throws AppError if the account can't take a job of so many bytes */
async function assertTakesJob(
  rows: SqlReader,
  { now }: Pick<ServerContext, 'now'>,
  accountId: string,
  storedBytes: number,
): Promise<void> {
  const capacityOf = await capacitiesOf(rows, [accountId], 1, now());
  const refusal = capacityOf(accountId).take(() => ({ storedBytes }));
  if (refusal instanceof AppError) throw refusal;
}

/** The choice of an earlier call with the same key; null if there was none. @throws AppError CONFLICT */
async function earlierChoice(
  queries: Queries,
  { accountId, idempotencyKey, inputHash }: KeyedCall,
  now: Date,
): Promise<FailedJobs | null> {
  const batch = await queries.rerunBatch.findUnique({
    where: { accountId_idempotencyKey: { accountId, idempotencyKey } },
  });
  if (!batch || batch.createdAt <= outdatedBefore(now)) return null;
  if (batch.inputHash !== inputHash) throw otherInput();
  return JSON.parse(batch.choice);
}

/**
 * Notes which jobs are about to run again, before the first does, with one audit event for all.
 * @param call null if it has no key
 * @returns the choice; if the same call has come twice at the same time, that of the first
 */
async function recordChoice(
  ctx: WorkflowContext,
  viewer: Viewer,
  call: KeyedCall | null,
  choice: FailedJobs,
): Promise<FailedJobs> {
  const { accountId } = viewer;
  return ctx.db.write(
    async (tx: Queries) => {
      const present = await reauthorize(tx, ctx, viewer, 'write');
      const earlier = call && (await earlierChoice(tx, call, ctx.now()));
      if (earlier) return earlier;
      const left = await leftToRun(sqlIn(tx), choice.ids);
      const [first] = left;
      if (!first) return choice;
      const least = Math.min(...left.map(({ bytes }) => Number(bytes)));
      await assertTakesJob(sqlIn(tx), ctx, accountId, least);
      if (call) {
        const { idempotencyKey, inputHash } = call;
        const data = { inputHash, createdAt: ctx.now(), choice: JSON.stringify(choice) };
        const where = { accountId_idempotencyKey: { accountId, idempotencyKey } };
        await tx.rerunBatch.upsert({ where, create: { accountId, idempotencyKey, ...data }, update: data });
      }
      await recordAudit(tx, ctx, {
        ...{ action: 'job.rerun', actor: present, accountId, entityId: first.id },
        details: { jobs: left.length },
      });
      return choice;
    },
    { accountId },
  );
}

/** The given jobs that nobody has run again since, newest first, with the bytes that each takes at least. */
const leftToRun = (
  rows: SqlReader,
  ids: readonly string[],
): Promise<{ id: string; bytes: number | bigint }[]> =>
  rows(Prisma.sql`
    SELECT "id", ${leastBytesOfRerun} AS "bytes" FROM "Job" WHERE "id" IN ${rows.dialect.listed(ids)}
      AND NOT EXISTS (SELECT 1 FROM "Rerun" WHERE "ofJobId" = "Job"."id")
    ORDER BY "createdAt" DESC, "id" DESC`);

/**
 * Removes the choices of calls that can no longer be repeated, account by account.
 * @param isStopped asked before each account
 */
export async function pruneReruns(
  { db, now }: Pick<ServerContext, 'db' | 'now'>,
  isStopped: () => boolean,
): Promise<void> {
  const createdAt = { lte: outdatedBefore(now()) };
  const accounts = await db.prisma.rerunBatch.groupBy({ by: ['accountId'], where: { createdAt } });
  for (const { accountId } of accounts) {
    if (isStopped()) return;
    const where = { accountId, createdAt };
    await db.write((tx) => tx.rerunBatch.deleteMany({ where }), { accountId, priority: 'background' });
  }
}

const outdatedBefore = (now: Date): Date => new Date(now.getTime() - limits.idempotency.lifetime);

const otherInput = () =>
  conflict('This idempotency key was used in your account for another input. Send a new key for a new call.');
