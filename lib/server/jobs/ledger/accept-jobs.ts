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

interface Caller {
  viewer: Viewer;
  access: Access;
}

/** A planned workflow that is to become a job. */
export interface NewJob {
  id: string;
  owner: JobOwner;
  /** Whose access is read again as the job is stored; null for a row, whose run was started with it. */
  caller: Caller | null;
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
  const facts = await readFacts(tx, jobs, now);
  const accepted: AcceptedRow[] = [];
  const results = jobs.map((job): AcceptedJob | AppError => {
    const earlier = earlierResult(job, facts);
    if (earlier) return earlier;
    const row = takeCapacity(job, facts, now);
    if (row instanceof AppError) return row;
    accepted.push({ job, row });
    addToFacts(job, facts, now);
    return { jobId: job.id, createdAt: now, isNew: true };
  });
  await storeJobs(tx, ctx, accepted, now);
  await storeReruns(
    tx,
    ctx,
    accepted.map(({ job }) => job),
    now,
  );
  return results;
}

/** A job that is accepted, and its row. */
interface AcceptedRow {
  job: NewJob;
  row: JobRow;
}

/** The data that decide about new jobs. Accepted ones are added, since a later one may repeat an earlier one's call. */
interface Facts {
  refusalOf(job: NewJob): AppError | null;
  /** By `nameOfKey`. */
  earlier: Map<string, EarlierJob>;
  fileBytes: ReadonlyMap<string, number>;
  reusedBytes: ReadonlyMap<string, number>;
  rerun: Set<string>;
  capacityOf: Awaited<ReturnType<typeof capacitiesOf>>;
}

/** Reads all at once. */
async function readFacts(tx: SqlQueries, jobs: readonly NewJob[], now: Date): Promise<Facts> {
  const rows = sqlIn(tx);
  const accountIds = [...new Set(jobs.map(({ owner }) => owner.accountId))];
  const [earlier, fileBytes, reusedBytes, rerun, capacityOf, refusalOf] = await Promise.all([
    jobsOfKeys(tx, jobs, now),
    bytesOfFiles(rows, jobs),
    bytesOfReused(rows, jobs),
    rerunBefore(rows, jobs),
    capacitiesOf(rows, accountIds, jobs.length, now),
    checkCallers(tx, jobs, now),
  ]);
  return { earlier, fileBytes, reusedBytes, rerun, capacityOf, refusalOf };
}

/** Reads the access of jobs' callers again, each once. @returns why a job's caller is refused; null if it isn't */
async function checkCallers(
  tx: SqlQueries,
  jobs: readonly NewJob[],
  now: Date,
): Promise<(job: NewJob) => AppError | null> {
  const credentialOf = ({ viewer, access }: Caller) => viewer.credentialId + access;
  const callers = new Map(
    jobs.flatMap(({ caller }) => (caller ? [[credentialOf(caller), caller] as const] : [])),
  );
  const refusals = new Map(
    await Promise.all(
      [...callers].map(async ([key, { viewer, access }]) => {
        const present = await presentViewer(tx, viewer, now);
        return [key, present && allows(present, access) ? null : refusal(present, access)] as const;
      }),
    ),
  );
  return ({ caller }) => (caller && refusals.get(credentialOf(caller))) ?? null;
}

/** The job that the same call has started before, or why this one is refused; null if neither. */
function earlierResult(job: NewJob, { earlier, ...facts }: Facts): AcceptedJob | AppError | null {
  const { fileOf, rerun } = job;
  const refused = facts.refusalOf(job);
  if (refused) return refused;
  const [key] = keyOf(job);
  const known = key && earlier.get(nameOfKey(key));
  if (known) {
    const isSame = known.inputHash === inputHashOf(job);
    return isSame ? { jobId: known.id, createdAt: known.createdAt, isNew: false } : otherInput();
  }
  if (fileOf !== null && !facts.fileBytes.has(fileOf)) return notFound('Job');
  if (rerun?.unlessRerun && facts.rerun.has(rerun.of)) return new RerunBefore();
  if (rerun?.reused.length && !facts.reusedBytes.has(job.id)) return outputsGone();
  return null;
}

/** The job's row, counted toward its account's limits; or why the account can't take it. */
function takeCapacity(job: NewJob, { fileBytes, reusedBytes, capacityOf }: Facts, now: Date) {
  const copied = (fileBytes.get(job.fileOf ?? '') ?? 0) + (reusedBytes.get(job.id) ?? 0);
  return capacityOf(job.owner.accountId).take(() => jobRow(job, copied, now));
}

function addToFacts(job: NewJob, { earlier, rerun }: Facts, now: Date): void {
  if (job.rerun) rerun.add(job.rerun.of);
  for (const key of keyOf(job))
    earlier.set(nameOfKey(key), { id: job.id, inputHash: inputHashOf(job), createdAt: now });
}

async function storeJobs(
  tx: SqlQueries,
  ctx: Pick<ServerContext, 'randomBytes'>,
  accepted: readonly AcceptedRow[],
  now: Date,
): Promise<void> {
  const jobs = accepted.map(({ job }) => job);
  const rows = accepted.map(({ row }) => row);
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
    ...jobs.flatMap(({ id, fileOf }) =>
      fileOf === null
        ? []
        : [
            tx.$executeRaw`
              INSERT INTO "JobFile" ("jobId", "text") SELECT ${id}, "text" FROM "JobFile" WHERE "jobId" = ${fileOf}`,
          ],
    ),
    insertRows(tx, 'JobStep', jobs.flatMap(stepRows)),
    insertRows(
      tx,
      'Callback',
      jobs.flatMap(({ id, owner: { accountId }, workflow: { callbacks } }) =>
        callbackRows(ctx, { id, accountId, callbacks }, now),
      ),
    ),
    // After their rows, which it may count.
    addJobs(tx, rows),
  ]);
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

const inputHashOf = ({ idempotency }: NewJob): string | null => idempotency?.inputHash ?? null;

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
    inputHash: inputHashOf(job),
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
