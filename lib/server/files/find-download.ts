import { Zip, ZipPassThrough } from 'fflate';
import { safeFileName } from '@/lib/engine/postprocessors/file-name';
import type { SqlReader } from '@/lib/server/database/database';
import { AppError, notFound } from '@/lib/server/errors';
import { idPrefixes } from '@/lib/server/ids';
import type { ServerContext } from '@/lib/server/runtime/context';
import { Prisma } from '@/prisma/generated/prisma/client';
import { type FileRow, lastWritten, readContent, readFiles } from './find-files';

/** A file, or the ZIP of several. */
export interface Download {
  name: string;
  type: string;
  /** Bytes; null if that is known at the end only, so that there are no ranges. */
  size: number | null;
  /** Equal for equal bytes; null if that isn't known. */
  tag: string | null;
  /** @param range first and last byte, both included */
  read(range?: { from: number; to: number }): AsyncGenerator<Uint8Array>;
}

/** Whose jobs a caller may see; everybody's with a signed link. */
export interface FileAccess {
  accountId?: string;
  userId?: string;
}

/**
 * The content that an id leads to: a file, or a job's download. A download is the file of the last step that wrote one,
 * or a ZIP if that step wrote several. If no step wrote any, it's the job's result as JSON.
 * @throws AppError NOT_FOUND; FILE_DELETED if it is no longer kept
 */
export async function findDownload(
  { db }: Pick<ServerContext, 'db'>,
  id: string,
  { accountId, userId }: FileAccess,
): Promise<Download> {
  const ofCaller = Prisma.sql`
    "Job"."accountId" = ${accountId ?? Prisma.sql`"Job"."accountId"`} AND "userId" = ${userId ?? Prisma.sql`"userId"`}`;
  const isJob = id.startsWith(`${idPrefixes.job}_`);
  const found = isJob
    ? lastWritten(await readFiles(db.sql, Prisma.sql`"OutputFile"."jobId" = ${id} AND ${ofCaller}`))
    : await readFiles(db.sql, Prisma.sql`"OutputFile"."id" = ${id} AND ${ofCaller}`);
  const [file, ...others] = found;
  const result = !file && isJob ? await resultOf(db.sql, id, ofCaller) : null;
  if (result) return result;
  // A signed link is proof that there was one.
  if (!file) throw accountId === undefined ? deleted() : notFound('File');
  if (found.some(({ hash }) => hash === null)) throw deleted();
  if (others.length === 0) return downloadOf(file, (range) => readContent(db.sql, file, range));
  return {
    name: safeFileName(`${file.stepId}.zip`, 'files.zip'),
    type: 'application/zip',
    size: null,
    tag: null,
    read: () => zipFiles(db.sql, found),
  };
}

const downloadOf = ({ name, type, size, hash }: FileRow, read: Download['read']): Download => ({
  name,
  type,
  size,
  tag: hash,
  read,
});

const deleted = () =>
  new AppError(
    'FILE_DELETED',
    "This file is no longer kept: its job was deleted, or its plan's days are over.",
  );

/** The result of a job, as getJobResult has it; null without a completed one. */
async function resultOf(rows: SqlReader, jobId: string, ofCaller: Prisma.Sql): Promise<Download | null> {
  const final = await rows<{ stepId: string; position: number; isKept: number | bigint }>(Prisma.sql`
    SELECT "stepId", "position",
      CASE WHEN octet_length("Job"."workflow") IS NULL THEN 0 ELSE 1 END AS "isKept"
    FROM "Job" JOIN "JobStep" ON "JobStep"."jobId" = "Job"."id"
    WHERE "Job"."id" = ${jobId} AND ${ofCaller} AND "Job"."status" IN ('COMPLETED', 'COMPLETED_WITH_FAILURES') AND "isFinal" = true
    ORDER BY "position"`);
  if (final.length === 0) return null;
  if (final.some(({ isKept }) => Number(isKept) === 0)) throw deleted();
  const outputOf = async (position: number): Promise<string> => {
    const [step] = await rows<{ output: string | null }>(Prisma.sql`
      SELECT "output" FROM "JobStep" WHERE "jobId" = ${jobId} AND "position" = ${position}`);
    return step?.output ?? 'null';
  };
  async function* read(): AsyncGenerator<Uint8Array> {
    const isOne = final.length === 1;
    for (const [index, { stepId, position }] of final.entries()) {
      const before = index === 0 ? '{' : ',';
      yield Buffer.from((isOne ? '' : `${before}${JSON.stringify(stepId)}:`) + (await outputOf(position)));
    }
    yield Buffer.from(isOne ? '\n' : '}\n');
  }
  return { name: 'result.json', type: 'application/json; charset=utf-8', size: null, tag: null, read };
}

/** The first moment that a ZIP can hold, so that the same files make the same bytes. */
const MOMENT = new Date(1980, 0, 1);

/** Files as one ZIP, read as it is asked for. They aren't compressed: most formats are already. */
async function* zipFiles(rows: SqlReader, files: readonly FileRow[]): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    ready.push(bytes);
  });
  for (const file of files) {
    const entry = new ZipPassThrough(file.name);
    entry.mtime = MOMENT;
    zip.add(entry);
    for await (const bytes of readContent(rows, file)) {
      entry.push(bytes);
      yield* ready.splice(0);
    }
    entry.push(new Uint8Array(), true);
    yield* ready.splice(0);
  }
  zip.end();
  yield* ready.splice(0);
}
