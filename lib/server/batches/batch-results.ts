import type { Viewer } from '@/lib/server/auth/viewer';
import { findBatch, resultIds } from '@/lib/server/batches/batch-view';
import { type BatchFile, seconds } from '@/lib/server/batches/openai-objects';
import { inParts } from '@/lib/server/bulk/in-parts';
import { AppError, notFound } from '@/lib/server/errors';
import type { ServerContext } from '@/lib/server/runtime/context';
import { turns } from '@/lib/server/runtime/fair-turns';
import { type BulkRow, type BulkRun, type JobStep, Prisma } from '@/prisma/generated/prisma/client';

/** Rows that are looked at once, and about how many bytes of replies are read at once. */
const ROWS_AT_ONCE = 200;
const BYTES_AT_ONCE = 256 * 1024;
/** Rows that are counted at once, without their replies. */
const HEADS_AT_ONCE = 500;
/** Characters of a row's values that have its custom_id in them: it comes first, and has at most 512 characters. */
const ID_LENGTH = 4_096;

/** Which results of which batch an id names; null if it's the id of another file. */
export function resultFileOf(id: string): { batchId: string; results: 'output' | 'error' } | null {
  const [, batchId = '', results] = /^(batch_\w+)_(output|error)$/.exec(id) ?? [];
  return results === 'output' || results === 'error' ? { batchId, results } : null;
}

/**
 * The file of a batch's results. It is written at each download, so its size is counted: each line is written without
 * its reply, whose length the database knows.
 * @throws AppError NOT_FOUND
 */
export async function readResultFile(ctx: ServerContext, viewer: Viewer, id: string): Promise<BatchFile> {
  const run = await findResults(ctx, viewer, id);
  return {
    ...{
      id,
      object: 'file',
      bytes: await sizeOf(ctx, run, id),
      created_at: seconds(run.finishedAt ?? run.createdAt),
    },
    ...{ filename: `${id}.jsonl`, purpose: 'batch_output', status: 'processed' },
  };
}

/** The lines of a batch's results, in the order of its file. @throws AppError NOT_FOUND */
export async function resultLines(
  ctx: ServerContext,
  viewer: Viewer,
  id: string,
): Promise<AsyncGenerator<Uint8Array>> {
  return writeLines(ctx, await findResults(ctx, viewer, id), id);
}

/** The batch whose results an id names. @throws AppError NOT_FOUND */
export async function findResults(ctx: ServerContext, viewer: Viewer, id: string): Promise<BulkRun> {
  const run = await findBatch(ctx, viewer, resultFileOf(id)?.batchId ?? '').catch((error) => {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
    throw error;
  });
  const { output_file_id, error_file_id } = run ? resultIds(run) : {};
  if (!run || (id !== output_file_id && id !== error_file_id)) throw notFound('File');
  return run;
}

type ResultRow = Pick<BulkRow, 'position' | 'jobId' | 'status' | 'errorCode' | 'errorMessage'> &
  Pick<JobStep, 'model' | 'truncated' | 'finishedAt'> & { start: string; bytes: number | bigint | null };

const statusesIn = (id: string): readonly string[] =>
  resultFileOf(id)?.results === 'output' ? ['COMPLETED'] : ['FAILED', 'CANCELED'];

/** Bytes of a file of results. */
async function sizeOf({ db }: Pick<ServerContext, 'db'>, run: BulkRun, id: string): Promise<number> {
  let size = 0;
  for (let last = -1; ; ) {
    await turns.begin(run.accountId);
    const rows = await readRows({ db }, run, { after: last, statuses: statusesIn(id), most: HEADS_AT_ONCE });
    if (rows.length === 0) return size;
    const usages = await readUsages(db, completedJobs(rows));
    for (const row of rows) {
      const isKept = row.status === 'COMPLETED' && row.bytes !== null;
      size += Buffer.byteLength(lineOf(row, { reply: isKept ? '' : undefined, usages }));
      if (isKept) size += Number(row.bytes) - emptyOutput;
      last = row.position;
    }
  }
}

/** Bytes of the output of a job whose reply is empty. */
const emptyOutput = JSON.stringify({ text: '' }).length;

async function* writeLines(
  ctx: Pick<ServerContext, 'db'>,
  run: BulkRun,
  id: string,
): AsyncGenerator<Uint8Array> {
  for (let last = -1; ; ) {
    await turns.begin(run.accountId);
    const rows = await readRows(ctx, run, { after: last, statuses: statusesIn(id), most: ROWS_AT_ONCE });
    if (rows.length === 0) return;
    for (const group of inParts(rows, ({ bytes }) => Number(bytes ?? 0), BYTES_AT_ONCE)) {
      yield await writeGroup(ctx, group);
      last = group.at(-1)?.position ?? last;
      await turns.begin(run.accountId);
    }
  }
}

const readRows = (
  { db }: Pick<ServerContext, 'db'>,
  { id, fileId }: BulkRun,
  { after, statuses, most }: { after: number; statuses: readonly string[]; most: number },
): Promise<ResultRow[]> =>
  db.sql<ResultRow>(Prisma.sql`
    SELECT "BulkRow"."position", "BulkRow"."jobId", "BulkRow"."status", "BulkRow"."errorCode",
      "BulkRow"."errorMessage", "JobStep"."model", "JobStep"."truncated", "JobStep"."finishedAt",
      substr("values", 1, ${ID_LENGTH}) AS "start", octet_length("output") AS "bytes"
    FROM "BulkRow"
    JOIN "BulkFileRow" ON "fileId" = ${fileId} AND "BulkFileRow"."position" = "BulkRow"."position"
    LEFT JOIN "JobStep" ON "JobStep"."jobId" = "BulkRow"."jobId" AND "JobStep"."position" = 0
    WHERE "runId" = ${id} AND "BulkRow"."position" > ${after} AND "BulkRow"."status" IN (${Prisma.join([...statuses])})
    ORDER BY "BulkRow"."position" LIMIT ${most}`);

async function writeGroup({ db }: Pick<ServerContext, 'db'>, group: readonly ResultRow[]): Promise<Buffer> {
  const jobIds = completedJobs(group);
  const [replies, usages] = await Promise.all([readReplies(db, jobIds), readUsages(db, jobIds)]);
  return Buffer.from(
    group.map((row) => lineOf(row, { reply: replies.get(row.jobId ?? ''), usages })).join(''),
  );
}

const completedJobs = (rows: readonly ResultRow[]): string[] =>
  rows.flatMap(({ status, jobId }) => (status === 'COMPLETED' && jobId ? [jobId] : []));

type Usage = ReturnType<typeof usageOf>;

/** The line of a row. @param reply undefined if it is no longer kept */
function lineOf(
  row: ResultRow,
  { reply, usages }: { reply: string | undefined; usages: ReadonlyMap<string, Usage> },
): string {
  const { jobId, model, truncated, finishedAt, errorCode, errorMessage } = row;
  const head = { id: `batch_req_${jobId}`, custom_id: customIdIn(row.start) };
  const failed = { code: errorCode ?? 'JOB_CANCELED', message: errorMessage ?? 'It was canceled.' };
  const error = row.status !== 'COMPLETED' ? failed : reply === undefined ? deleted : null;
  if (error) return `${JSON.stringify({ ...head, response: null, error })}\n`;
  const body = {
    ...{
      id: `chatcmpl-${jobId}`,
      object: 'chat.completion',
      created: finishedAt && seconds(finishedAt),
      model,
    },
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: reply, refusal: null },
        logprobs: null,
        finish_reason: truncated ? 'length' : 'stop',
      },
    ],
    usage: usages.get(jobId ?? '') ?? usageOf({}),
  };
  const response = { status_code: 200, request_id: jobId, body };
  return `${JSON.stringify({ ...head, response, error: null })}\n`;
}

const deleted = { code: 'FILE_DELETED', message: 'The reply is no longer kept: its job was deleted.' };

/** The replies of jobs, by job. */
async function readReplies(
  { sql }: ServerContext['db'],
  jobIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (jobIds.length === 0) return new Map();
  const rows = await sql<{ jobId: string; output: string }>(Prisma.sql`
    SELECT "jobId", "output" FROM "JobStep"
    WHERE "position" = 0 AND "output" IS NOT NULL AND "jobId" IN ${sql.dialect.listed(jobIds)}`);
  return new Map(rows.map(({ jobId, output }) => [jobId, String(JSON.parse(output).text)]));
}

/**
 * The tokens of jobs, by job: of all calls of the request, which its account pays for. Of a reply at the second try, the
 * first one counts too.
 */
async function readUsages(
  { sql }: ServerContext['db'],
  jobIds: readonly string[],
): Promise<ReadonlyMap<string, Usage>> {
  if (jobIds.length === 0) return new Map();
  const rows = await sql<{ jobId: string } & Tokens>(Prisma.sql`
    SELECT "jobId", sum("inputTokens") AS "input", sum("cachedInputTokens") AS "cached",
      sum("cacheWriteTokens") AS "written", sum("outputTokens") AS "output", sum("reasoningTokens") AS "reasoning"
    FROM "Attempt" WHERE "jobId" IN ${sql.dialect.listed(jobIds)} GROUP BY "jobId"`);
  return new Map(rows.map((row) => [row.jobId, usageOf(row)]));
}

type Tokens = Record<'input' | 'cached' | 'written' | 'output' | 'reasoning', number | bigint>;

function usageOf({ input = 0, cached = 0, written = 0, output = 0, reasoning = 0 }: Partial<Tokens>) {
  const prompt_tokens = Number(input) + Number(cached) + Number(written);
  const completion_tokens = Number(output) + Number(reasoning);
  return {
    ...{ prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
    prompt_tokens_details: { cached_tokens: Number(cached) },
    completion_tokens_details: { reasoning_tokens: Number(reasoning) },
  };
}

/** @param start of a row's values, which begin with it */
const customIdIn = (start: string): string =>
  JSON.parse(/^\{"custom_id":("(?:[^"\\]|\\.)*")/.exec(start)?.[1] ?? '""');
