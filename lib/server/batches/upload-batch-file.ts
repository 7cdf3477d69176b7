import { limits } from '@/lib/config/limits';
import { modelOf } from '@/lib/engine/bulk/chat-request';
import type { ChatBatch, ChatRow, LineFault } from '@/lib/engine/bulk/read-chat-batch';
import { SheetProblem } from '@/lib/engine/bulk/sheet';
import { checkModelsAgain } from '@/lib/engine/planning/plan-workflow';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { batchFile } from '@/lib/server/batches/batch-files';
import type { BatchFile } from '@/lib/server/batches/openai-objects';
import { storeBulkFile } from '@/lib/server/bulk/upload-bulk-file';
import { AppError, fileTooLarge } from '@/lib/server/errors';
import { newId } from '@/lib/server/ids';
import { type WorkflowContext, workflowsOf } from '@/lib/server/jobs/worker/workflow-runtime';
import { fileName } from '@/lib/server/workflows/read-upload';

/** The columns of each line; a batch's file has no others. */
const columns = [
  { name: 'custom_id', type: 'TEXT' },
  { name: 'method', type: 'TEXT' },
  { name: 'url', type: 'TEXT' },
  { name: 'body', type: 'JSON' },
] as const;

/**
 * Reads the file of a batch and checks all its lines. It stores the lines that can run, and the faults of the others. A
 * batch over a file with faults fails with them, as at OpenAI.
 * @throws AppError FILE_TOO_LARGE, BULK_FILE_UNREADABLE, BULK_TOO_MANY_ROWS, STORAGE_FULL; RATE_LIMITED if too many
 *   files of the account wait for their turn
 */
export async function uploadBatchFile(
  ctx: WorkflowContext,
  viewer: Viewer,
  file: File,
  signal: AbortSignal,
): Promise<BatchFile> {
  authorize(viewer, 'write');
  if (file.size > limits.bulkFile.bytes) throw fileTooLarge('file');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { rows, faults } = checkModels(ctx, await read(ctx, viewer, bytes, signal));
  const stored = { id: newId(ctx, 'batchFile'), name: fileName(file), size: file.size };
  const badRows = faults
    .slice(0, limits.batchFaults)
    .map(({ param, ...fault }) => ({ ...fault, column: param, value: null }));
  const badCount = new Set(faults.map(({ line }) => line)).size;
  const view = await storeBulkFile(ctx, viewer, stored, {
    ...{ format: 'JSONL', encoding: null, columns, badRows, badCount },
    rows: rows.map(({ line, values }) => ({ line, values })),
  });
  return batchFile({ ...view, size: file.size });
}

async function read(
  ctx: WorkflowContext,
  { accountId }: Viewer,
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<ChatBatch> {
  try {
    return await workflowsOf(ctx).engine.textWorker.readChatBatch(bytes, { accountId, signal });
  } catch (error) {
    if (error instanceof SheetProblem) throw new AppError(error.code, error.message);
    throw error;
  }
}

const codes: Partial<Record<string, LineFault['code']>> = {
  MODEL_UNKNOWN: 'model_not_found',
  PROVIDER_NOT_CONFIGURED: 'provider_not_configured',
};

/** Models that are checked at once: each is compared with all unknown ones. */
const MODELS_AT_ONCE = 500;

/** Turns rows into faults whose model this server doesn't have, or whose model can't write a reply that long. */
function checkModels(ctx: WorkflowContext, { rows, faults }: ChatBatch): ChatBatch {
  const { catalog, providerNames: providers } = workflowsOf(ctx).engine;
  const refused = new Map<ChatRow, LineFault>();
  // Lengths are checked once all models are known.
  for (const _ of ['models', 'lengths']) {
    const groups = [
      ...Map.groupBy(
        rows.filter((row) => !refused.has(row)),
        ({ model, maxTokens }) => `${maxTokens} ${model}`,
      ).values(),
    ];
    const known = refused.size;
    for (let start = 0; start < groups.length; start += MODELS_AT_ONCE) {
      const part = groups.slice(start, start + MODELS_AT_ONCE);
      const found = checkModelsAgain(
        part.map(([row]) => modelChoice(row)),
        { catalog, providers },
      );
      for (const { path, code, message } of found) {
        const [, index, field] = /^steps\[(\d+)\]\.(.+)$/.exec(path) ?? [];
        for (const row of part[Number(index)] ?? [])
          refused.set(row, {
            ...{ line: row.line, param: `body.${field}` },
            ...{ code: codes[code] ?? 'invalid_value', message },
          });
      }
    }
    if (refused.size === known) break;
  }
  return {
    rows: rows.filter((row) => !refused.has(row)),
    faults: [...faults, ...refused.values()].sort((one, other) => one.line - other.line),
  };
}

const modelChoice = (row: ChatRow | undefined) => ({
  model: modelOf({ model: row?.model ?? '' }).model,
  fallbacks: null,
  maxTokens: row?.maxTokens ?? null,
});
