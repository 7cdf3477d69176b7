import { limits } from '@/lib/config/limits';
import { billMonth, daysOfMonth, plansByDay, refusesOverLimit } from '@/lib/rules/bill-month';
import { dayOf, monthOf } from '@/lib/rules/day';
import type { SqlQueries, SqlReader } from '@/lib/server/database/database';
import type { Dialect } from '@/lib/server/database/dialect';
import { AppError } from '@/lib/server/errors';
import { storageFull, storageOf } from '@/lib/server/jobs/ledger/account-storage';
import { earlierJobs } from '@/lib/server/jobs/ledger/earlier-jobs';
import type { ServerContext } from '@/lib/server/runtime/context';
import { accountMonth } from '@/lib/server/usage/account-month';
import { Prisma, type QueueState } from '@/prisma/generated/prisma/client';

/** An account's remaining capacity; each job that it accepts is counted. */
interface AccountCapacity {
  /**
   * @param makeJob called unless the account can't take any job
   * @returns the job, or why the account can't take it
   */
  take<Job extends { storedBytes: number }>(makeJob: () => Job): Job | AppError;
}

interface AccountState {
  id: string;
  status: string;
  planId: string;
  storedBytes: number | bigint;
  refusesOver: boolean | number;
  /** At least as many jobs as wait, and as many if the limit may be reached. */
  waiting: number | bigint;
}

/** Of an account that is canceled or gone. */
const noCapacity: AccountCapacity = {
  take: () =>
    new AppError('ACCOUNT_CANCELED', "The account's subscription is canceled. Choose a plan first."),
};

/** The jobs of an account in these states, counted as far as the limit. */
const countJobs = (dialect: Dialect, states: readonly QueueState[]) => Prisma.sql`
  (SELECT count(*) FROM (
    SELECT 1 FROM "Job" WHERE "accountId" = "Account"."id"
      AND "queueState" IN (${Prisma.raw(states.map((state) => `'${state}'`).join(', '))})
    LIMIT ${dialect.unplanned(limits.waitingJobs)}
  ) AS "counted")`;

/**
 * Reads what accounts can still take.
 * @param asked how many jobs each is to take at most
 * @returns the capacity of each, by its id
 */
export async function capacitiesOf(
  rows: SqlReader,
  accountIds: readonly string[],
  asked: number,
  now: Date,
): Promise<(accountId: string) => AccountCapacity> {
  const accounts = await rows<AccountState>(Prisma.sql`
    SELECT "Account"."id", "Account"."status", "planId", "storedBytes",
      ("includedExecutions" IS NOT NULL AND "overagePriceMicros" IS NULL) AS "refusesOver",
      CASE WHEN "openJobsAtMost" <= ${rows.dialect.unplanned(limits.waitingJobs - asked)} THEN "openJobsAtMost"
        ELSE ${countJobs(rows.dialect, ['WAITING'])} END AS "waiting"
    FROM "Account" JOIN "Plan" ON "Plan"."id" = "planId"
    WHERE "Account"."id" IN ${rows.dialect.listed(accountIds)}`);
  const capacities = new Map(
    await Promise.all(
      accounts.map(async (account) => [account.id, await capacityOf(rows, account, now)] as const),
    ),
  );
  return (accountId) => capacities.get(accountId) ?? noCapacity;
}

async function capacityOf(rows: SqlReader, account: AccountState, now: Date): Promise<AccountCapacity> {
  if (account.status !== 'ACTIVE') return noCapacity;
  let waiting = Number(account.waiting);
  let left = account.refusesOver ? await executionsLeft(rows, account.id, now) : Number.POSITIVE_INFINITY;
  const { storageBytes, ...stored } = storageOf(account);
  let { storedBytes } = stored;
  return {
    take: (makeJob) => {
      if (left <= 0)
        return new AppError(
          'PLAN_LIMIT_REACHED',
          "This month's executions are used up. Choose a larger plan, or wait for the next month.",
        );
      if (waiting >= limits.waitingJobs) {
        const message = `${limits.waitingJobs.toLocaleString('en-US')} jobs of the account are waiting. Try again in a minute.`;
        return new AppError('QUEUE_FULL', message, { retryAfter: 60 });
      }
      const job = makeJob();
      if (storedBytes + job.storedBytes > storageBytes) return storageFull({ storedBytes, storageBytes });
      waiting += 1;
      left -= 1;
      storedBytes += job.storedBytes;
      return job;
    },
  };
}

/**
 * Adds new jobs to what their accounts store, and to the bound on their open jobs. The open jobs are counted only when
 * the bound passes the limit on waiting jobs. Each commit would otherwise count a queue of thousands. Since an ended job
 * never opens again, the bound is never below the limit while more jobs than that are open.
 */
export async function addJobs(
  tx: SqlQueries,
  jobs: readonly { accountId: string; storedBytes: number }[],
): Promise<void> {
  if (jobs.length === 0) return;
  const added = [...Map.groupBy(jobs, ({ accountId }) => accountId)].map(([accountId, ofAccount]) => [
    accountId,
    ofAccount.reduce((sum, { storedBytes }) => sum + storedBytes, 0),
    ofAccount.length,
  ]);
  await tx.$executeRaw`
    UPDATE "Account" SET
      "storedBytes" = "Account"."storedBytes" + "added"."storedBytes",
      "openJobsAtMost" = CASE
        WHEN "Account"."openJobsAtMost" + "added"."openJobsAtMost" <= ${tx.dialect.unplanned(limits.waitingJobs)}
          THEN "Account"."openJobsAtMost" + "added"."openJobsAtMost"
        ELSE ${countJobs(tx.dialect, ['WAITING'])} + ${countJobs(tx.dialect, ['DISPATCHED', 'PARKED'])} END
    FROM (${tx.dialect.rows('Account', ['id', 'storedBytes', 'openJobsAtMost'], added)}) AS "added"
    WHERE "Account"."id" = "added"."id"`;
}

/** Executions that a month's limit leaves, those under way counted as used. */
async function executionsLeft(rows: SqlReader, accountId: string, now: Date): Promise<number> {
  const month = monthOf(dayOf(now));
  const { history, usage } = await accountMonth(rows, accountId, month);
  const plan = history.at(-1)?.plan;
  if (plan && !refusesOverLimit(plan)) return Number.POSITIVE_INFINITY;
  const executions = daysOfMonth(month).map((day) => usage[day] ?? 0);
  const { limit, limited } = billMonth(plansByDay(history, month), executions);
  if (limit === null) return Number.POSITIVE_INFINITY;
  const [job] = await rows<{ count: number | bigint }>(Prisma.sql`
    SELECT count(*) AS "count" FROM "Job" WHERE "accountId" = ${accountId} AND "queueState" IN ('WAITING', 'DISPATCHED', 'PARKED')`);
  return limit - limited - Number(job?.count ?? 0);
}

/**
 * Refuses a call before its upload is read if its account certainly can't take the job. A repeated call passes: it gets
 * the job that it started before.
 * @param leastBytes that the job will store
 * @throws AppError ACCOUNT_CANCELED, PLAN_LIMIT_REACHED, QUEUE_FULL, STORAGE_FULL
 */
export async function assertCapacity(
  { db, now }: Pick<ServerContext, 'db' | 'now'>,
  accountId: string,
  idempotencyKey: string | null,
  leastBytes: number,
): Promise<void> {
  const keys = idempotencyKey === null ? [] : [{ accountId, key: idempotencyKey }];
  const { known } = await earlierJobs(db.sql, keys, now());
  if (known.size > 0) return;
  const capacityOf = await capacitiesOf(db.sql, [accountId], 1, now());
  const refusal = capacityOf(accountId).take(() => ({ storedBytes: leastBytes }));
  if (refusal instanceof AppError) throw refusal;
}
