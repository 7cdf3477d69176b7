import { type Access, allows } from '@/lib/config/access';
import { finalSteps } from '@/lib/engine/run/job-end';
import { pendingStep } from '@/lib/engine/run/run-store';
import type { Workflow } from '@/lib/engine/workflow';
import { storableJson } from '@/lib/rules/json';
import { refusal, type Viewer } from '@/lib/server/auth/viewer';
import { presentViewer } from '@/lib/server/auth/write-as';
import { type SqlQueries, type SqlReader, sqlIn } from '@/lib/server/database/database';
import { AppError, conflict, notFound } from '@/lib/server/errors';
import { addJobs, capacitiesOf } from '@/lib/server/jobs/ledger/account-capacity';
import { bytesOfNewJob } from '@/lib/server/jobs/ledger/account-storage';
import {
  type AccountKey,
  type EarlierJob,
  earlierJobs,
  nameOfKey,
} from '@/lib/server/jobs/ledger/earlier-jobs';
import { insertRows, type Row, storableText, updateRows } from '@/lib/server/jobs/ledger/job-rows';
import { foldJobName, foldMetadata } from '@/lib/server/jobs/ledger/job-search';
import {
  bytesOfReused,
  outputsGone,
  type Rerun,
  RerunBefore,
  rerunBefore,
  storeReruns,
} from '@/lib/server/jobs/ledger/reuse-steps';
import { stepColumns } from '@/lib/server/jobs/ledger/step-columns';
import { accept, type Priority } from '@/lib/server/jobs/ledger/transitions';
import type { ServerContext } from '@/lib/server/runtime/context';
import { callbackRows, isForEnd, storedUrl } from '@/lib/server/webhooks/callback-ledger';
import { Prisma } from '@/prisma/generated/prisma/client';

/** Whose job it is, and counts as whose. */
export interface JobOwner {
  accountId: string;
  userId: string;
  /** The key that its call came with; null if it came with a session. */
  apiKeyId: string | null;
}

/** A planned workflow that is to become a job. */
export interface NewJob {
  id: string;
  owner: JobOwner;
  /** Whose access is read again as the job is stored; null for a row, whose run was started with it. */
  caller: { viewer: Viewer; access: Access } | null;
  workflow: Workflow;
  /** Of the same account; its file is this one's too, and the workflow is without it. Null: none. */
  fileOf: string | null;
  /** Null if it runs no earlier job again. */
  rerun: Rerun | null;
  /** Steps that it may run at once. */
  slots: number;
  metadata: unknown;
  priority: Priority;
  /** The bulk run that it runs a row of; null for a single job. */
  bulkRunId: string | null;
  /** With the SHA-256 (hex) of the input. */
  idempotency: { key: string; inputHash: string } | null;
  traceparent: string | null;
}

/** The job that a call has started. If `isNew` is false, an earlier attempt of the same call has started it. */
export interface AcceptedJob {
  jobId: string;
  createdAt: Date;
  isNew: boolean;
}

/**
 * Stores new jobs, in their order, in the queues of their accounts. If one job is refused, the others are still stored.
 * @returns by job, what it became or why it was refused: AppError UNAUTHENTICATED, FORBIDDEN, ACCOUNT_CANCELED,
 *   PLAN_LIMIT_REACHED, QUEUE_FULL, STORAGE_FULL; CONFLICT, also if outputs that it reuses are gone, or the earlier job was
 *   run again before and that refuses it; NOT_FOUND if the job whose file it has is gone
 */
export async function acceptJobs(
  tx: SqlQueries,
  ctx: Pick<ServerContext, 'now' | 'randomBytes'>,
  jobs: readonly NewJob[],
): Promise<(AcceptedJob | AppError)[]> {
  const now = ctx.now();
  const checkCaller = once(
    ({ caller }: NewJob) => (caller ? caller.viewer.credentialId + caller.access : ''),
    async ({ caller }) => {
      if (!caller) return null;
      const { viewer, access } = caller;
      const present = await presentViewer(tx, viewer, now);
      return present && allows(present, access) ? null : refusal(present, access);
    },
  );
  // The data for all decisions is read at once.
  const [earlier, fileBytes, reusedBytes, rerun, capacityOf] = await Promise.all([
    jobsOfKeys(tx, jobs, now),
    bytesOfFiles(sqlIn(tx), jobs),
    bytesOfReused(sqlIn(tx), jobs),
    rerunBefore(sqlIn(tx), jobs),
    capacitiesOf(sqlIn(tx), [...new Set(jobs.map(({ owner }) => owner.accountId))], jobs.length, now),
    ...jobs.map(checkCaller),
  ]);
  const accepted: NewJob[] = [];
  const rows: JobRow[] = [];
  const results: (AcceptedJob | AppError)[] = [];
  for (const job of jobs) {
    const [key] = keyOf(job);
    const inputHash = job.idempotency?.inputHash ?? null;
    const known = key && earlier.get(nameOfKey(key));
    const refused = await checkCaller(job);
    if (refused) results.push(refused);
    else if (known) {
      const { id: jobId, createdAt } = known;
      results.push(known.inputHash === inputHash ? { jobId, createdAt, isNew: false } : otherInput());
    } else if (job.fileOf !== null && !fileBytes.has(job.fileOf)) results.push(notFound('Job'));
    else if (job.rerun?.unlessRerun && rerun.has(job.rerun.of)) results.push(new RerunBefore());
    else if (job.rerun?.reused.length && !reusedBytes.has(job.id)) results.push(outputsGone());
    else {
      const copied = (fileBytes.get(job.fileOf ?? '') ?? 0) + (reusedBytes.get(job.id) ?? 0);
      const row = capacityOf(job.owner.accountId).take(() => jobRow(job, copied, now));
      if (row instanceof AppError) {
        results.push(row);
        continue;
      }
      accepted.push(job);
      rows.push(row);
      if (job.rerun) rerun.add(job.rerun.of);
      if (key) earlier.set(nameOfKey(key), { id: job.id, inputHash, createdAt: now });
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
    // The text stays in the database: a short request would otherwise hold ten megabytes.
    ...accepted.flatMap(({ id, fileOf }) =>
      fileOf === null
        ? []
        : [
            tx.$executeRaw`
              INSERT INTO "JobFile" ("jobId", "text") SELECT ${id}, "text" FROM "JobFile" WHERE "jobId" = ${fileOf}`,
          ],
    ),
    insertRows(tx, 'JobStep', accepted.flatMap(stepRows)),
    insertRows(
      tx,
      'Callback',
      accepted.flatMap(({ id, owner: { accountId }, workflow: { callbacks } }) =>
        callbackRows(ctx, { id, accountId, callbacks }, now),
      ),
    ),
    // After their rows, which it may count.
    addJobs(tx, rows),
  ]);
  await storeReruns(tx, ctx, accepted, now);
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
  const { known, outdated } = await earlierJobs(sqlIn(tx), jobs.flatMap(keyOf), now);
  await updateRows(
    tx,
    'Job',
    ['id'],
    outdated.map((id) => ({ id, idempotencyKey: null, inputHash: null })),
  );
  return known;
}

/** Bytes of the files that new jobs take from other jobs, by the other job; without deleted files. */
async function bytesOfFiles(rows: SqlReader, jobs: readonly NewJob[]): Promise<ReadonlyMap<string, number>> {
  const ids = [...new Set(jobs.flatMap(({ fileOf }) => fileOf ?? []))];
  if (ids.length === 0) return new Map();
  const files = await rows<{ jobId: string; bytes: number | bigint }>(Prisma.sql`
    SELECT "jobId", octet_length("text") AS "bytes" FROM "JobFile" WHERE "jobId" IN ${rows.dialect.listed(ids)}`);
  return new Map(files.map(({ jobId, bytes }) => [jobId, Number(bytes)]));
}

const keyOf = ({ owner, idempotency }: NewJob): AccountKey[] =>
  idempotency ? [{ accountId: owner.accountId, key: idempotency.key }] : [];

/**
 * Whether a job's workflow is stored by a statement of its own. In a list of rows, SQLite would read it again for each
 * column.
 */
const isLarge = ({ workflow }: Pick<JobRow, 'workflow'>): boolean => workflow.length > 64 * 1024;

type JobRow = ReturnType<typeof jobRow>;

/** @param copiedBytes of a file and of outcomes that it has of another job */
function jobRow(job: NewJob, copiedBytes: number, now: Date) {
  const { id, owner, workflow, slots, priority, bulkRunId, idempotency, metadata, traceparent } = job;
  const storedMetadata = metadata == null ? null : storableJson(metadata);
  const row = {
    id,
    ...{ accountId: owner.accountId, userId: owner.userId, apiKeyId: owner.apiKeyId },
    name: workflow.name,
    searchName: foldJobName(workflow.name),
    status: 'QUEUED',
    ...accept(priority),
    ...{ slots, bulkRunId },
    idempotencyKey: idempotency?.key ?? null,
    inputHash: idempotency?.inputHash ?? null,
    traceparent,
    attempts: 0,
    tokensIn: 0,
    tokensOut: 0,
    costNanos: 0,
    createdAt: now,
    metadata: storedMetadata,
    searchMetadata: foldMetadata(storedMetadata),
    workflow: storableJson({ ...workflow, file: null }),
    // As it is: as JSON, ten megabytes would be written and read for tens of milliseconds each time.
    file: workflow.file === null ? null : storableText(workflow.file),
  } satisfies Row;
  const urls = workflow.callbacks.filter(isForEnd).map(storedUrl);
  return { ...row, storedBytes: bytesOfNewJob(row, workflow.steps.length, urls) + copiedBytes };
}

function stepRows({ id, workflow }: NewJob): Row[] {
  const isFinal = finalSteps(workflow.steps);
  return workflow.steps.map((step, position) => ({
    jobId: id,
    position,
    isFinal: isFinal[position] ?? false,
    stepId: step.id,
    task: step.task,
    ...stepColumns(pendingStep(position)),
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
