import type { SqlReader } from '@/lib/server/database/database';
import { type OutputFile, Prisma } from '@/prisma/generated/prisma/client';

/** Bytes of a chunk of a content: what either database writes in about a millisecond. */
export const chunkBytes = 256 * 1024;

/** A file that a completed step has written. */
export type FileRow = Pick<
  OutputFile,
  'id' | 'jobId' | 'accountId' | 'position' | 'hash' | 'name' | 'type' | 'size' | 'createdAt'
> & {
  /** The user who started its job. */
  userId: string;
  /** The caller's name for its step. */
  stepId: string;
};

/** The files of completed steps, in the order in which the steps wrote them. */
export const readFiles = (rows: SqlReader, where: Prisma.Sql): Promise<FileRow[]> =>
  rows<FileRow>(Prisma.sql`
    SELECT "OutputFile"."id", "OutputFile"."jobId", "OutputFile"."accountId", "OutputFile"."position", "hash",
      "OutputFile"."name", "type", "size", "OutputFile"."createdAt", "userId", "stepId"
    FROM "OutputFile"
    JOIN "Job" ON "Job"."id" = "OutputFile"."jobId"
    JOIN "JobStep" ON "JobStep"."jobId" = "OutputFile"."jobId" AND "JobStep"."position" = "OutputFile"."position"
    WHERE ${where} AND "isReady" = true
    ORDER BY "OutputFile"."jobId", "OutputFile"."position", "number"`);

export const filesOfJobs = (rows: SqlReader, jobIds: readonly string[]): Promise<FileRow[]> =>
  readFiles(rows, Prisma.sql`"OutputFile"."jobId" IN ${rows.dialect.listed(jobIds)}`);

/** The files of the last step that wrote any: what a job has to download. */
export const lastWritten = (files: readonly FileRow[]): FileRow[] => {
  const last = Math.max(...files.map(({ position }) => position));
  return files.filter(({ position }) => position === last);
};

/**
 * The bytes of a content, chunk by chunk, as they are asked for.
 * @param range first and last byte, both included; all if omitted
 * @throws Error if it is deleted while it is read
 */
export async function* readContent(
  rows: SqlReader,
  { accountId, hash, size }: Pick<FileRow, 'accountId' | 'hash' | 'size'>,
  { from, to }: { from: number; to: number } = { from: 0, to: size - 1 },
): AsyncGenerator<Uint8Array> {
  // The last chunk is shorter only.
  const first = Math.floor(from / chunkBytes);
  let at = first * chunkBytes;
  for (let position = first; at <= to && at < size; position += 1) {
    const [chunk] = await rows<{ bytes: Uint8Array }>(Prisma.sql`
      SELECT "bytes" FROM "FileChunk"
      WHERE "accountId" = ${accountId} AND "hash" = ${hash} AND "position" = ${position}`);
    if (!chunk) throw new Error('The file was deleted while it was read.');
    const { bytes } = chunk;
    const wanted = bytes.subarray(Math.max(0, from - at), Math.min(bytes.length, to + 1 - at));
    if (wanted.length > 0) yield wanted;
    at += bytes.length;
  }
}
