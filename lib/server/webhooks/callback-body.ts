import { resultOf } from '@/lib/engine/run/job-end';
import { hasCompleted } from '@/lib/rules/job-status';
import { dollarsOfNanos } from '@/lib/rules/nano-dollars';
import { approvalLink } from '@/lib/server/approvals/approval-link';
import { sheetLink } from '@/lib/server/bulk/sheet-link';
import { bulkRunView } from '@/lib/server/bulk/views/bulk-run-view';
import type { SqlReader } from '@/lib/server/database/database';
import { fileLink } from '@/lib/server/files/file-links';
import { findDownload } from '@/lib/server/files/find-download';
import { filesOfJobs } from '@/lib/server/files/find-files';
import { columnsBut } from '@/lib/server/jobs/ledger/job-rows';
import { errorOf } from '@/lib/server/jobs/ledger/step-columns';
import type { ServerContext } from '@/lib/server/runtime/context';
import {
  type Approval,
  type BulkFile,
  type BulkRun,
  type Callback,
  type Job,
  type JobStep,
  Prisma,
} from '@/prisma/generated/prisma/client';
import type { ClaimedCallback } from './callback-ledger';

/** Bytes of a result, as JSON, and of a file that a body contains. */
const LARGEST = 1024 * 1024;

type BodyContext = Pick<ServerContext, 'db' | 'keys' | 'now'>;

const types = {
  COMPLETED: 'job.completed',
  COMPLETED_WITH_FAILURES: 'job.completed',
  FAILED: 'job.failed',
  CANCELED: 'job.canceled',
} as const;

type EndedJob = Pick<
  Job,
  | 'id'
  | 'name'
  | 'status'
  | 'metadata'
  | 'traceparent'
  | 'finishedAt'
  | 'errorCode'
  | 'errorMessage'
  | 'errorStepId'
> & { isPruned: number | bigint };

/**
 * The message of a callback on its job, as the job is now.
 * @returns null if the job was deleted
 */
export async function callbackBody(
  ctx: BodyContext,
  { jobId, position, delivery }: Pick<ClaimedCallback, 'jobId' | 'position' | 'delivery'>,
): Promise<{ body: string; traceparent: string | null } | null> {
  if (jobId === null) return null;
  if (position !== null) return approvalBody(ctx, { jobId, position, delivery });
  const rows = ctx.db.sql;
  const [job] = await rows<EndedJob>(Prisma.sql`
    SELECT "id", "name", "status", "metadata", "traceparent", "finishedAt", "errorCode", "errorMessage", "errorStepId",
      CASE WHEN octet_length("workflow") IS NULL THEN 1 ELSE 0 END AS "isPruned"
    FROM "Job" WHERE "id" = ${jobId}`);
  if (!job) return null;
  const hasResult = hasCompleted(job.status) && Number(job.isPruned) === 0;
  const result = hasResult && delivery === 'PAYLOAD' ? await smallResult(rows, jobId) : null;
  // A result that doesn't fit has a link instead.
  const hasLink =
    hasResult && (delivery !== 'PAYLOAD' || result === undefined || (await hasFiles(rows, jobId)));
  const body = JSON.stringify({
    type: types[job.status as keyof typeof types],
    timestamp: job.finishedAt?.toISOString() ?? null,
    data: {
      jobId,
      name: job.name,
      status: job.status,
      result: result ?? null,
      downloadUrl: hasLink ? await fileLink(ctx, jobId) : null,
      ...(delivery === 'FILE' && { file: hasResult ? await smallFile(ctx, jobId) : null }),
      error: errorOf(job),
      metadata: job.metadata === null ? null : JSON.parse(job.metadata),
    },
  });
  return { body, traceparent: job.traceparent };
}

/** The result of a job; undefined if it doesn't fit into a body. Then it isn't read. */
async function smallResult(rows: SqlReader, jobId: string): Promise<unknown> {
  const [size] = await rows<{ bytes: number | bigint | null }>(Prisma.sql`
    SELECT sum(octet_length("output")) AS "bytes" FROM "JobStep" WHERE "jobId" = ${jobId} AND "isFinal"`);
  if (Number(size?.bytes ?? 0) > LARGEST) return undefined;
  const steps = await rows<Pick<JobStep, 'stepId' | 'output'>>(Prisma.sql`
    SELECT "stepId", "output" FROM "JobStep" WHERE "jobId" = ${jobId} AND "isFinal" ORDER BY "position"`);
  const result = resultOf(
    steps.map(({ stepId, output }) => ({ stepId, output: output === null ? null : JSON.parse(output) })),
  );
  return Buffer.byteLength(JSON.stringify(result)) > LARGEST ? undefined : result;
}

/** Whether a postprocessor wrote a file that is still kept. */
async function hasFiles(rows: SqlReader, jobId: string): Promise<boolean> {
  const files = await filesOfJobs(rows, [jobId]);
  return files.some(({ hash }) => hash !== null);
}

/** The file that a job's link leads to; null if it doesn't fit into a body. */
async function smallFile(ctx: BodyContext, jobId: string) {
  const { name, type, size, read } = await findDownload(ctx, jobId, {});
  if (size !== null && size > LARGEST) return null;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of read()) {
    length += chunk.length;
    if (length > LARGEST) return null;
    chunks.push(chunk);
  }
  return { name, type, size: length, content: Buffer.concat(chunks).toString('base64') };
}

/**
 * A message on a run, as the run is now.
 * @returns null if its content is no longer kept
 */
export async function runBody(
  ctx: BodyContext,
  { runId, event, createdAt }: Pick<ClaimedCallback, 'runId' | 'event' | 'createdAt'>,
): Promise<{ body: string; traceparent: string | null } | null> {
  const [row] = await ctx.db.sql<
    Omit<BulkRun, 'workflow'> & Pick<BulkFile, 'format'> & { isKept: number | bigint }
  >(Prisma.sql`
    SELECT ${columns}, (SELECT "format" FROM "BulkFile" WHERE "BulkFile"."id" = "fileId") AS "format",
      CASE WHEN octet_length("workflow") IS NULL THEN 0 ELSE 1 END AS "isKept"
    FROM "BulkRun" WHERE "id" = ${runId}`);
  if (!row || Number(row.isKept) === 0) return null;
  const { format, metadata, traceparent } = row;
  const run = bulkRunView(row, ctx.now());
  const isEnd = event === 'ENDED';
  const body = JSON.stringify({
    type: isEnd ? 'bulk.ended' : 'bulk.progress',
    timestamp: createdAt.toISOString(),
    data: {
      bulkJobId: run.id,
      ...{ name: run.name, status: run.status, progress: run.progress },
      ...{ totalRows: run.totalRows, heldRows: run.heldRows, pendingRows: run.pendingRows },
      ...{ runningRows: run.runningRows, completedRows: run.completedRows, failedRows: run.failedRows },
      ...{ canceledRows: run.canceledRows, skippedRows: run.skippedRows },
      cost: dollarsOfNanos(run.costNanos),
      downloadUrl: isEnd ? await sheetLink(ctx, run.id, { format }) : null,
      error: run.error,
      metadata: metadata === null ? null : JSON.parse(metadata),
    },
  });
  return { body, traceparent };
}

const columns = columnsBut(Prisma.BulkRunScalarFieldEnum, 'workflow');

type Asked = Pick<Approval, 'id' | 'state' | 'requestedAt' | 'expiresAt' | 'text' | 'instructions'> &
  Pick<Job, 'name' | 'metadata' | 'traceparent'> &
  Pick<JobStep, 'stepId'>;

/**
 * The message that a step asks a person, with the signed link as long as it's open.
 * @returns null if the job was deleted
 */
export async function approvalBody(
  ctx: Pick<ServerContext, 'db' | 'keys' | 'now'>,
  { jobId, position, delivery }: Pick<Callback, 'delivery'> & { jobId: string; position: number },
): Promise<{ body: string; traceparent: string | null } | null> {
  const [asked] = await ctx.db.sql<Asked>(Prisma.sql`
    SELECT "Approval"."id", "state", "requestedAt", "expiresAt", "text", "instructions", "name", "metadata",
      "traceparent", "stepId"
    FROM "Approval" JOIN "Job" ON "Job"."id" = "Approval"."jobId" JOIN "JobStep"
      ON "JobStep"."jobId" = "Approval"."jobId" AND "JobStep"."position" = "Approval"."position"
    WHERE "Approval"."jobId" = ${jobId} AND "Approval"."position" = ${position}`);
  if (!asked) return null;
  const { id, state, requestedAt, expiresAt, stepId, name, metadata, traceparent, text, instructions } =
    asked;
  const isOpen = state === 'PENDING';
  const body = JSON.stringify({
    type: 'approval.requested',
    timestamp: requestedAt.toISOString(),
    data: {
      ...{ jobId, name, stepId, state, instructions },
      text: delivery === 'PAYLOAD' && isOpen ? text : null,
      url: isOpen ? await approvalLink(ctx, { id, jobId, position, expiresAt }) : null,
      expiresAt: expiresAt.toISOString(),
      metadata: metadata === null ? null : JSON.parse(metadata),
    },
  });
  return { body, traceparent };
}
