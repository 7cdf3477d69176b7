import { createHash } from 'node:crypto';
import { workflowLimits } from '@/lib/config/limits';
import type { StepFile, TakenJob } from '@/lib/engine/run/run-store';
import type { SqlQueries } from '@/lib/server/database/database';
import { contentRowBytes, releaseContents } from '@/lib/server/files/file-contents';
import { chunkBytes } from '@/lib/server/files/find-files';
import { newId } from '@/lib/server/ids';
import { changeStorage, readStorage } from '@/lib/server/jobs/ledger/account-storage';
import { readDispatched } from '@/lib/server/jobs/ledger/ledger-jobs';
import type { ServerContext } from '@/lib/server/runtime/context';

export type Kept = 'kept' | 'full' | 'taken';

/** A file with its place in a job. */
interface JobFile extends StepFile {
  job: Pick<TakenJob, 'id' | 'accountId' | 'epoch'>;
  position: number;
  hash: string;
}

/**
 * Stores a file of a step that is under way. Its row comes first, so that its content belongs to something whenever the
 * process ends. The content follows in short transactions. A content that the account has already isn't stored again.
 */
export async function keepFile(
  ctx: ServerContext,
  job: JobFile['job'],
  position: number,
  file: StepFile,
): Promise<Kept> {
  const hash = createHash('sha256').update(file.bytes).digest('hex');
  const { accountId } = job;
  const options = { accountId, priority: 'background' } as const;
  const row: JobFile = { ...file, job, position, hash };
  const { kept, isComplete } = await ctx.db.writeRows((tx) => insertFile(tx, ctx, row), options);
  if (kept !== 'kept' || isComplete) return kept;
  const { bytes } = file;
  for (let index = 0; index * chunkBytes < bytes.length; index += 1) {
    const isLast = (index + 1) * chunkBytes >= bytes.length;
    const isStored = await ctx.db.writeRows(async (tx) => {
      // The job's end may have deleted the content, which another job may have begun again.
      const [dispatched] = await readDispatched(tx, [job]);
      if (!dispatched) return false;
      await insertChunk(tx, row, index);
      if (isLast)
        await tx.$executeRaw`
          UPDATE "FileContent" SET "isComplete" = true WHERE "accountId" = ${accountId} AND "hash" = ${hash}`;
      return true;
    }, options);
    if (!isStored) return 'taken';
  }
  return 'kept';
}

/** @returns whether its content is there already */
async function insertFile(
  tx: SqlQueries,
  ctx: ServerContext,
  file: JobFile,
): Promise<{ kept: Kept; isComplete?: boolean }> {
  const { job, position, number, name, type, hash, bytes } = file;
  const { accountId } = job;
  const [dispatched] = await readDispatched(tx, [job]);
  if (!dispatched) return { kept: 'taken' };
  // The step may have stored it in an earlier run, and other bytes then.
  const replaced = await tx.$queryRaw<{ accountId: string; hash: string | null }[]>`
    DELETE FROM "OutputFile" WHERE "jobId" = ${job.id} AND "position" = ${position} AND "number" = ${number}
    RETURNING "accountId", "hash"`;
  await releaseContents(tx, replaced);
  const [content] = await tx.$queryRaw<{ isComplete: boolean | number }[]>`
    SELECT "isComplete" FROM "FileContent" WHERE "accountId" = ${accountId} AND "hash" = ${hash}`;
  const [ofJob] = await tx.$queryRaw<{ bytes: number | bigint }[]>`
    SELECT coalesce(sum("size"), 0) AS "bytes" FROM "OutputFile" WHERE "jobId" = ${job.id}`;
  const added = content ? 0 : bytes.length + contentRowBytes;
  const { storedBytes, storageBytes } = await readStorage(tx, accountId);
  const isFull =
    (added > 0 && storedBytes + added > storageBytes) ||
    Number(ofJob?.bytes ?? 0) + bytes.length > workflowLimits.filesBytes;
  if (isFull) return { kept: 'full' };
  const isSmall = bytes.length <= chunkBytes;
  if (!content) {
    await tx.$executeRaw`
      INSERT INTO "FileContent" ("accountId", "hash", "size", "isComplete")
      VALUES (${accountId}, ${hash}, ${bytes.length}, ${isSmall})`;
    if (isSmall) await insertChunk(tx, file, 0);
    await changeStorage(tx, accountId, added);
  }
  await tx.$executeRaw`
    INSERT INTO "OutputFile" ("id", "jobId", "position", "number", "accountId", "hash", "name", "type", "size", "isReady", "createdAt")
    VALUES (${newId(ctx, 'file')}, ${job.id}, ${position}, ${number}, ${accountId}, ${hash}, ${name}, ${type},
      ${bytes.length}, ${false}, ${ctx.now()})`;
  return { kept: 'kept', isComplete: content ? Boolean(content.isComplete) : isSmall };
}

/** Another step may store the same content at the same time. */
function insertChunk(tx: SqlQueries, { job, hash, bytes }: JobFile, index: number): Promise<number> {
  const chunk = Buffer.from(bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes));
  return tx.$executeRaw`
    INSERT INTO "FileChunk" ("accountId", "hash", "position", "bytes") VALUES (${job.accountId}, ${hash}, ${index}, ${chunk})
    ON CONFLICT DO NOTHING`;
}
