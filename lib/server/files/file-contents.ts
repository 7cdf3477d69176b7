import type { SqlQueries } from '@/lib/server/database/database';
import { changeStorage } from '@/lib/server/jobs/ledger/account-storage';
import { Prisma } from '@/prisma/generated/prisma/client';

/** Bytes that a content counts for in addition to its own. */
export const contentRowBytes = 512;

/** The content that a file had. */
interface Released {
  accountId: string;
  /** Null if it had lost it before. */
  hash: string | null;
}

/** Shows the files of completed steps. @param steps with how many files each has written */
export async function showFiles(
  tx: SqlQueries,
  steps: readonly { jobId: string; position: number; files: number }[],
): Promise<void> {
  for (const { jobId, position, files } of steps)
    await tx.$executeRaw`
      UPDATE "OutputFile" SET "isReady" = true
      WHERE "jobId" = ${jobId} AND "position" = ${position} AND "number" <= ${files}`;
}

/** Deletes the files of steps that didn't complete: nobody has seen them. */
export async function dropUnseenFiles(
  tx: SqlQueries,
  steps: readonly { jobId: string; position: number }[],
): Promise<void> {
  for (const { jobId, position } of steps)
    await releaseContents(
      tx,
      await tx.$queryRaw<Released[]>`
        DELETE FROM "OutputFile" WHERE "jobId" = ${jobId} AND "position" = ${position} AND "isReady" = false
        RETURNING "accountId", "hash"`,
    );
}

/** Deletes the files of jobs that are about to be deleted. */
export async function deleteFiles(tx: SqlQueries, jobIds: readonly string[]): Promise<void> {
  await releaseContents(
    tx,
    await tx.$queryRaw<Released[]>`
      DELETE FROM "OutputFile" WHERE "jobId" IN ${tx.dialect.listed(jobIds)} RETURNING "accountId", "hash"`,
  );
}

/** Takes the contents away from the files of jobs, whose names and sizes stay. */
export async function emptyFiles(tx: SqlQueries, jobIds: readonly string[]): Promise<void> {
  const listed = tx.dialect.listed(jobIds);
  const contents = await tx.$queryRaw<Released[]>`
    SELECT DISTINCT "accountId", "hash" FROM "OutputFile" WHERE "jobId" IN ${listed} AND "hash" IS NOT NULL`;
  if (contents.length === 0) return;
  await tx.$executeRaw`UPDATE "OutputFile" SET "hash" = NULL WHERE "jobId" IN ${listed}`;
  await releaseContents(tx, contents);
}

/** Deletes contents that no file has any longer, and gives their bytes back to their accounts. */
export async function releaseContents(tx: SqlQueries, released: readonly Released[]): Promise<void> {
  const byAccount = Map.groupBy(
    released.filter(({ hash }) => hash !== null),
    ({ accountId }) => accountId,
  );
  for (const [accountId, contents] of byAccount) {
    const hashes = [...new Set(contents.map(({ hash }) => hash as string))];
    const deleted = await tx.$queryRaw<{ size: number }[]>`
      DELETE FROM "FileContent" WHERE "accountId" = ${accountId} AND "hash" IN ${tx.dialect.listed(hashes)}
        AND NOT EXISTS (${filesOfContent}) RETURNING "size"`;
    const bytes = deleted.reduce((sum, { size }) => sum + Number(size) + contentRowBytes, 0);
    if (bytes > 0) await changeStorage(tx, accountId, -bytes);
  }
}

const filesOfContent = Prisma.sql`
  SELECT 1 FROM "OutputFile"
  WHERE "OutputFile"."accountId" = "FileContent"."accountId" AND "OutputFile"."hash" = "FileContent"."hash"`;
