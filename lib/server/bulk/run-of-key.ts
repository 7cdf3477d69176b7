import { limits } from '@/lib/config/limits';
import type { Viewer } from '@/lib/server/auth/viewer';
import type { Queries } from '@/lib/server/database/database';
import { conflict } from '@/lib/server/errors';
import type { ServerContext } from '@/lib/server/runtime/context';
import { hashOf } from '@/lib/server/workflows/accept-job';

/** An idempotency key of an account, with the SHA-256 (hex) of the input that it was sent with. */
export interface RunKey {
  accountId: string;
  idempotencyKey: string;
  inputHash: string;
}

export const runKey = (
  { accountId }: Viewer,
  idempotencyKey: string | null,
  input: unknown,
): RunKey | null =>
  idempotencyKey === null ? null : { accountId, idempotencyKey, inputHash: hashOf(input) };

/**
 * The id of the run that a call with the same key has started in the last 24 hours; null if there is none.
 * @throws AppError CONFLICT if the key was used for another input
 */
export async function runOfKey(
  queries: Queries,
  { now }: Pick<ServerContext, 'now'>,
  { accountId, idempotencyKey, inputHash }: RunKey,
): Promise<string | null> {
  const run = await queries.bulkRun.findFirst({
    where: {
      ...{ accountId, idempotencyKey },
      createdAt: { gt: new Date(now().getTime() - limits.idempotency.lifetime) },
    },
    select: { id: true, inputHash: true },
  });
  if (run && run.inputHash !== inputHash)
    throw conflict('This idempotency key was used in your account for another bulk run. Send a new key.');
  return run?.id ?? null;
}

/** Takes a key from the run that it was used for more than 24 hours ago. */
export const releaseKey = (tx: Queries, { accountId, idempotencyKey }: RunKey) =>
  tx.$executeRaw`
    UPDATE "BulkRun" SET "idempotencyKey" = NULL, "inputHash" = NULL
    WHERE "accountId" = ${accountId} AND "idempotencyKey" = ${idempotencyKey}`;
