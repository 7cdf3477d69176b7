import type { Access } from '@/lib/config/access';
import { chatEndpoint } from '@/lib/engine/bulk/chat-request';
import type { LineFault } from '@/lib/engine/bulk/read-chat-batch';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { type ListOf, listOf, seconds } from '@/lib/server/batches/openai-objects';
import { visibleRuns } from '@/lib/server/bulk/get-bulk-run';
import { badInput, notFound } from '@/lib/server/errors';
import { parseInput } from '@/lib/server/parse-input';
import type { ServerContext } from '@/lib/server/runtime/context';
import { batchPage } from '@/lib/validation/batches';
import type { BulkRun } from '@/prisma/generated/prisma/client';

/** A batch in OpenAI's format. Times in seconds since the epoch; null for what hasn't happened. */
export interface Batch extends BatchTimes {
  id: string;
  object: 'batch';
  endpoint: typeof chatEndpoint;
  errors: { object: 'list'; data: BatchError[] } | null;
  input_file_id: string;
  completion_window: '24h';
  status: BatchStatus;
  output_file_id: string | null;
  error_file_id: string | null;
  request_counts: { total: number; completed: number; failed: number };
  metadata: Record<string, string> | null;
}

type BatchStatus = 'in_progress' | 'completed' | 'failed' | 'cancelling' | 'cancelled';

interface BatchError {
  code: string;
  message: string;
  line: number | null;
  param: string | null;
}

type BatchTimes = Record<
  | 'created_at'
  | 'in_progress_at'
  | 'expires_at'
  | 'finalizing_at'
  | 'completed_at'
  | 'failed_at'
  | 'expired_at'
  | 'cancelling_at'
  | 'cancelled_at',
  number | null
>;

/** The code of a run whose file has faults: no row of it has run. */
export const INVALID_FILE = 'BULK_FILE_UNREADABLE';

/** A batch, as it is now. @throws AppError NOT_FOUND */
export async function getBatch(ctx: ServerContext, viewer: Viewer, id: string): Promise<Batch> {
  authorize(viewer, 'read');
  return readBatch(ctx, viewer, id);
}

/** The same for a caller that has just created or canceled it, which needs no other access. */
export async function readBatch(
  ctx: ServerContext,
  viewer: Viewer,
  id: string,
  accountWide: Access = 'admin:read',
): Promise<Batch> {
  const run = await findBatch(ctx, viewer, id, accountWide);
  if (run.errorCode !== INVALID_FILE) return batchOf(run);
  const file = await ctx.db.prisma.bulkFile.findUnique({
    where: { id: run.fileId },
    select: { badRows: true },
  });
  const faults: (Omit<LineFault, 'param'> & { column: string | null })[] = JSON.parse(file?.badRows ?? '[]');
  const data = faults.map(({ code, message, line, column }) => ({ code, message, line, param: column }));
  const batch = batchOf(run);
  return data.length > 0 ? { ...batch, errors: { object: 'list', data } } : batch;
}

/**
 * The viewer's batches, the newest first; for an admin, those of the account. Of a file with faults, a list says only how
 * many lines have some.
 * @throws AppError BAD_USER_INPUT for a cursor that is no batch
 */
export async function listBatches(
  ctx: ServerContext,
  viewer: Viewer,
  query: unknown,
): Promise<ListOf<Batch>> {
  authorize(viewer, 'read');
  const { limit, after } = parseInput(batchPage, query);
  const where = { kind: 'CHAT_BATCH' as const, ...visibleRuns(viewer) };
  const cursor = after
    ? await ctx.db.prisma.bulkRun.findFirst({ where: { ...where, id: after }, select: { id: true } })
    : null;
  if (after && !cursor) throw badInput({ after: 'after names no batch.' });
  const runs = await ctx.db.prisma.bulkRun.findMany({
    where,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    ...(cursor && { cursor, skip: 1 }),
    take: limit + 1,
  });
  return listOf(runs.map(batchOf), limit);
}

/** The run of a batch. @throws AppError NOT_FOUND, alike for an unknown id, a colleague's and another account's */
export async function findBatch(
  { db }: Pick<ServerContext, 'db'>,
  viewer: Viewer,
  id: string,
  accountWide: Access = 'admin:read',
): Promise<BulkRun> {
  const run = await db.prisma.bulkRun.findFirst({
    where: { id, kind: 'CHAT_BATCH', ...visibleRuns(viewer, accountWide) },
  });
  if (!run) throw notFound('Batch');
  return run;
}

/** The files of a batch's results: none before it has ended, or once its jobs are no longer kept. */
export function resultIds(run: BulkRun): Pick<Batch, 'output_file_id' | 'error_file_id'> {
  const { id, completedRows, failedRows, canceledRows, workflow } = run;
  const isThere = workflow !== null && !['in_progress', 'cancelling'].includes(statusOf(run));
  return {
    output_file_id: isThere && completedRows > 0 ? `${id}_output` : null,
    error_file_id: isThere && failedRows + canceledRows > 0 ? `${id}_error` : null,
  };
}

/**
 * A run that stops because of a limit of the plan, or because its owner lost access, has failed: its other rows won't
 * run. A cancellation that came when no row waited has left none out, so the batch is completed once they have ended.
 */
function statusOf(run: BulkRun): BatchStatus {
  const { status, errorCode, runningRows, pendingRows, heldRows } = run;
  switch (status) {
    case 'QUEUED':
    case 'RUNNING':
    case 'TRIED':
      return 'in_progress';
    case 'STOPPED':
    case 'CANCELED':
      if (runningRows > 0) return isCanceled(run) ? 'cancelling' : 'in_progress';
      if (!isCanceled(run)) return 'failed';
      return pendingRows + heldRows > 0 ? 'cancelled' : 'completed';
    case 'FAILED':
      return errorCode === INVALID_FILE ? 'failed' : 'completed';
    case 'COMPLETED':
    case 'COMPLETED_WITH_FAILURES':
      return 'completed';
  }
}

/** Whether a caller canceled it. */
const isCanceled = ({ status, errorCode }: BulkRun): boolean => status === 'CANCELED' && errorCode === null;

function batchOf(run: BulkRun): Batch {
  const { id, fileId, totalRows, completedRows, failedRows, canceledRows, errorCode, metadata } = run;
  const status = statusOf(run);
  const error = { code: errorCode ?? '', message: run.errorMessage ?? '', line: null, param: null };
  return {
    ...{ id, object: 'batch', endpoint: chatEndpoint, completion_window: '24h', status },
    errors: status === 'failed' ? { object: 'list', data: [error] } : null,
    input_file_id: fileId,
    ...resultIds(run),
    ...timesOf(run, status),
    request_counts: { total: totalRows, completed: completedRows, failed: failedRows + canceledRows },
    metadata: metadata === null ? null : JSON.parse(metadata),
  };
}

/** A batch never expires: its rows run for as long as they take. */
function timesOf(run: BulkRun, status: BatchStatus): BatchTimes {
  const time = (moment: Date | null) => moment && seconds(moment);
  const endedAs = (end: BatchStatus) => (status === end ? time(run.finishedAt) : null);
  return {
    ...{ created_at: seconds(run.createdAt), in_progress_at: time(run.startedAt) },
    ...{ expires_at: null, expired_at: null },
    ...{
      finalizing_at: endedAs('completed'),
      completed_at: endedAs('completed'),
      failed_at: endedAs('failed'),
    },
    ...{ cancelling_at: isCanceled(run) ? time(run.stoppedAt) : null, cancelled_at: endedAs('cancelled') },
  };
}
