import type { Access } from '@/lib/config/access';
import { allows } from '@/lib/config/access';
import { limits } from '@/lib/config/limits';
import { finalSteps } from '@/lib/engine/run/job-result';
import type { Workflow } from '@/lib/engine/workflow';
import { billMonth, daysOfMonth, plansByDay, refusesOverLimit } from '@/lib/rules/bill-month';
import { dayOf, monthOf } from '@/lib/rules/day';
import { storableJson } from '@/lib/rules/storable-json';
import { refusal, type Viewer } from '@/lib/server/auth/viewer';
import { presentViewer } from '@/lib/server/auth/write-as';
import { rowsIn, type SqlQueries } from '@/lib/server/database/database';
import { AppError, conflict } from '@/lib/server/errors';
import { accountMonth } from '@/lib/server/usage/account-month';
import {
  addStorage,
  bytesOfNewJob,
  storageFull,
  storageOf,
} from '@/lib/server/workflows/store/account-storage';
import { insertRows, type Row, storableText, updateRows } from '@/lib/server/workflows/store/job-rows';
import { type Job, Prisma } from '@/prisma/generated/prisma/client';

/** A planned workflow that is to become a job. */
export interface NewJob {
  id: string;
  viewer: Viewer;
  access: Access;
  workflow: Workflow;
  /** Steps that it may run at once. */
  slots: number;
  metadata: unknown;
  /** Whether a caller waits for its end. */
  isAwaited: boolean;
  /** With the SHA-256 (hex) of the input. */
  idempotency: { key: string; inputHash: string } | null;
  traceparent: string | null;
}

/** The job that a call has started; one that the same call has started before if `isNew` is false. */
export interface AcceptedJob {
  jobId: string;
  createdAt: Date;
  isNew: boolean;
}

/**
 * Stores new jobs, in their order, in the line of their accounts. What refuses one doesn't touch the others.
 * @returns by job, what it became or why it was refused: AppError UNAUTHENTICATED, FORBIDDEN, ACCOUNT_CANCELED,
 *   PLAN_LIMIT_REACHED, QUEUE_FULL, STORAGE_FULL, CONFLICT
 */
export async function acceptJobs(
  tx: SqlQueries,
  jobs: readonly NewJob[],
  now: Date,
): Promise<(AcceptedJob | AppError)[]> {
  const checkCaller = once(
    (job: NewJob) => job.viewer.credentialId + job.access,
    async ({ viewer, access }) => {
      const present = await presentViewer(tx, viewer, now);
      return present && allows(present, access) ? null : refusal(present, access);
    },
  );
  // What decides is read at once.
  const [earlier, capacities] = await Promise.all([
    jobsOfKeys(tx, jobs, now),
    capacitiesOf(tx, [...new Set(jobs.map(({ viewer }) => viewer.accountId))], now),
    ...jobs.map(checkCaller),
  ]);
  const accepted: NewJob[] = [];
  const rows: JobRow[] = [];
  const results: (AcceptedJob | AppError)[] = [];
  for (const job of jobs) {
    const { key, inputHash } = job.idempotency ?? { key: null, inputHash: null };
    const known = key === null ? undefined : earlier.get(`${job.viewer.accountId} ${key}`);
    const refused = await checkCaller(job);
    if (refused) results.push(refused);
    else if (known) {
      const { id: jobId, createdAt } = known;
      results.push(known.inputHash === inputHash ? { jobId, createdAt, isNew: false } : otherInput());
    } else {
      const row = (capacities.get(job.viewer.accountId) ?? noCapacity).take(job);
      if (row instanceof AppError) {
        results.push(row);
        continue;
      }
      accepted.push(job);
      rows.push(row);
      if (key !== null && inputHash !== null)
        earlier.set(`${job.viewer.accountId} ${key}`, { id: job.id, inputHash, createdAt: now });
      results.push({ jobId: job.id, createdAt: now, isNew: true });
    }
  }
  await Promise.all([
    insertRows(
      tx,
      'Job',
      rows.map(({ file: _, ...row }) => (isLarge(row) ? { ...row, workflow: null } : row)),
    ),
    ...rows
      .filter(isLarge)
      .map(
        ({ id, workflow }) => tx.$executeRaw`UPDATE "Job" SET "workflow" = ${workflow} WHERE "id" = ${id}`,
      ),
    ...rows.flatMap(({ id, file }) =>
      file === null ? [] : [tx.$executeRaw`INSERT INTO "JobFile" ("jobId", "text") VALUES (${id}, ${file})`],
    ),
    insertRows(tx, 'JobStep', accepted.flatMap(stepRows)),
    addStorage(tx, rows),
  ]);
  return results;
}

const otherInput = () =>
  conflict(
    'This idempotency key was used in your account for another input. Send a new key for a new workflow.',
  );

/** Jobs started with the same keys in the last 24 hours; older ones give their key back. */
async function jobsOfKeys(
  tx: SqlQueries,
  jobs: readonly NewJob[],
  now: Date,
): Promise<Map<string, EarlierJob>> {
  const keys = jobs.flatMap(({ idempotency }) => (idempotency ? [idempotency.key] : []));
  const known = new Map<string, EarlierJob>();
  if (keys.length === 0) return known;
  const accountIds = tx.dialect.listed([...new Set(jobs.map(({ viewer }) => viewer.accountId))]);
  const rows = await rowsIn(tx)<KeyedJob>(Prisma.sql`
    SELECT "id", "accountId", "idempotencyKey", "inputHash", "createdAt" FROM "Job"
    WHERE "accountId" IN ${accountIds} AND "idempotencyKey" IN ${tx.dialect.listed(keys)}`);
  const outdated = rows.filter(
    ({ createdAt }) => now.getTime() - createdAt.getTime() >= limits.idempotency.lifetime,
  );
  await updateRows(
    tx,
    'Job',
    ['id'],
    outdated.map(({ id }) => ({ id, idempotencyKey: null, inputHash: null })),
  );
  for (const row of rows)
    if (!outdated.includes(row)) known.set(`${row.accountId} ${row.idempotencyKey}`, row);
  return known;
}

type EarlierJob = Pick<Job, 'id' | 'inputHash' | 'createdAt'>;
type KeyedJob = EarlierJob & Pick<Job, 'accountId' | 'idempotencyKey'>;

/** What an account can still take; each job that it takes is counted. */
interface AccountCapacity {
  /** @returns the job's row, or why the account can't take it */
  take(job: NewJob): JobRow | AppError;
}

interface AccountState {
  id: string;
  status: string;
  planId: string;
  storedBytes: number | bigint;
  refusesOver: boolean | number;
  waiting: number | bigint;
}

/** Of an account that is canceled or gone. */
const noCapacity: AccountCapacity = {
  take: () =>
    new AppError('ACCOUNT_CANCELED', "The account's subscription is canceled. Choose a plan first."),
};

/** By account. */
async function capacitiesOf(
  tx: SqlQueries,
  accountIds: readonly string[],
  now: Date,
): Promise<Map<string, AccountCapacity>> {
  const accounts = await tx.$queryRaw<AccountState[]>`
    SELECT "Account"."id", "Account"."status", "planId", "storedBytes",
      ("includedExecutions" IS NOT NULL AND "overagePriceMicros" IS NULL) AS "refusesOver",
      (SELECT count(*) FROM (
        SELECT 1 FROM "Job" WHERE "accountId" = "Account"."id" AND "turn" = 'WAITING' LIMIT ${limits.waitingJobs}
      ) AS "counted") AS "waiting"
    FROM "Account" JOIN "Plan" ON "Plan"."id" = "planId"
    WHERE "Account"."id" IN ${tx.dialect.listed(accountIds)}`;
  return new Map(
    await Promise.all(
      accounts.map(
        async (account): Promise<[string, AccountCapacity]> => [
          account.id,
          await capacityOf(tx, account, now),
        ],
      ),
    ),
  );
}

async function capacityOf(tx: SqlQueries, account: AccountState, now: Date): Promise<AccountCapacity> {
  if (account.status !== 'ACTIVE') return noCapacity;
  let waiting = Number(account.waiting);
  let left = account.refusesOver ? await executionsLeft(tx, account.id, now) : Number.POSITIVE_INFINITY;
  const { storageBytes, ...stored } = storageOf(account);
  let { storedBytes } = stored;
  return {
    take: (job) => {
      if (left <= 0)
        return new AppError(
          'PLAN_LIMIT_REACHED',
          "This month's executions are used up. Choose a larger plan, or wait for the next month.",
        );
      if (waiting >= limits.waitingJobs) {
        const message = `${limits.waitingJobs} jobs of the account are waiting. Try again in a minute.`;
        return new AppError('QUEUE_FULL', message, { retryAfter: 60 });
      }
      const row = jobRow(job, now);
      if (storedBytes + row.storedBytes > storageBytes) return storageFull({ storageBytes });
      waiting += 1;
      left -= 1;
      storedBytes += row.storedBytes;
      return row;
    },
  };
}

/** Executions that a month's limit leaves, those under way counted as used. */
async function executionsLeft(tx: SqlQueries, accountId: string, now: Date): Promise<number> {
  const month = monthOf(dayOf(now));
  const { history, usage } = await accountMonth(tx, accountId, month);
  const plan = history.at(-1)?.plan;
  if (plan && !refusesOverLimit(plan)) return Number.POSITIVE_INFINITY;
  const executions = daysOfMonth(month).map((day) => usage[day] ?? 0);
  const { limit, limited } = billMonth(plansByDay(history, month), executions);
  if (limit === null) return Number.POSITIVE_INFINITY;
  const [job] = await tx.$queryRaw<{ count: number | bigint }[]>`
    SELECT count(*) AS "count" FROM "Job" WHERE "accountId" = ${accountId} AND "turn" IN ('WAITING', 'DISPATCHED', 'PARKED')`;
  return limit - limited - Number(job?.count ?? 0);
}

/**
 * Whether a job's workflow is stored by a statement of its own: as part of a list of rows SQLite reads it again for each
 * column.
 */
const isLarge = ({ workflow }: Pick<JobRow, 'workflow'>): boolean => workflow.length > 64 * 1024;

type JobRow = ReturnType<typeof jobRow>;

function jobRow(job: NewJob, now: Date) {
  const { id, viewer, workflow, slots, isAwaited, idempotency, metadata, traceparent } = job;
  const row = {
    id,
    accountId: viewer.accountId,
    userId: viewer.user.id,
    apiKeyId: viewer.via === 'api_key' ? viewer.credentialId : null,
    name: workflow.name,
    status: 'QUEUED',
    turn: 'WAITING',
    urgency: isAwaited ? 0 : 1,
    slots,
    epoch: 0,
    losses: 0,
    idempotencyKey: idempotency?.key ?? null,
    inputHash: idempotency?.inputHash ?? null,
    traceparent,
    attempts: 0,
    tokensIn: 0,
    tokensOut: 0,
    costNanos: 0,
    createdAt: now,
    metadata: metadata == null ? null : storableJson(metadata),
    workflow: storableJson({ ...workflow, file: null }),
    // As it is: as JSON, ten megabytes would be written and read for tens of milliseconds each time.
    file: workflow.file === null ? null : storableText(workflow.file),
  } satisfies Row;
  return { ...row, storedBytes: bytesOfNewJob(row, workflow.steps.length) };
}

function stepRows({ id, workflow }: NewJob): Row[] {
  const isFinal = finalSteps(workflow.steps);
  return workflow.steps.map((step, position) => ({
    jobId: id,
    position,
    isFinal: isFinal[position] ?? false,
    stepId: step.id,
    task: step.task,
    status: 'PENDING',
    fallbacks: '[]',
    truncated: false,
    attempts: 0,
    tokensIn: 0,
    tokensOut: 0,
    costNanos: 0,
  }));
}

/** Remembers what a key has led to. */
function once<Item, Result>(
  keyOf: (item: Item) => string,
  find: (item: Item) => Promise<Result>,
): (item: Item) => Promise<Result> {
  const found = new Map<string, Promise<Result>>();
  return (item) => {
    const key = keyOf(item);
    const result = found.get(key) ?? find(item);
    found.set(key, result);
    return result;
  };
}
