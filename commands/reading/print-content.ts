import { createWriteStream, lstatSync, renameSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isPartOfDatabase, realPath } from '@/lib/config/database-url';
import { withTemporaryFile } from '@/lib/server/database/backup/temporary-file';
import { AppError, badInput } from '@/lib/server/errors';

/**
 * Writes what a command lists to a file or to standard output, piece by piece. If it can't be written, says so and sets
 * the exit code.
 *
 * @param out an absolute path, or null for standard output
 * @param database whose place the file mustn't take
 */
export async function printContent(
  content: AsyncGenerator<string>,
  out: string | null,
  database: string,
): Promise<void> {
  try {
    if (out === null) return await pipeline(content, process.stdout);
    await writeFile(out, content, database);
    console.log(`Written to ${out}`);
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    // The program that reads the output, such as `head`, has enough.
    if (code === 'EPIPE') return;
    if (!(error instanceof AppError) && !syscall) throw error;
    console.error(
      syscall ? `${out ?? 'The output'} couldn't be written (${code}).` : (error as Error).message,
    );
    process.exitCode = 1;
  }
}

/**
 * Writes a file that only its owner may read, completely or not at all: a file of that name stays until then. A link
 * keeps pointing to the file, which is replaced.
 * @param database the file of the database, which mustn't be written over
 * @throws AppError BAD_USER_INPUT for the database, SQLite's files next to it, and anything that isn't a file
 */
export async function writeFile(file: string, content: Readable | AsyncIterable<string>, database: string) {
  if (isPartOfDatabase(file, database))
    throw badInput({ out: `${file} is the database itself. Choose another file.` });
  const target = realPath(file);
  // Replacing a device or a pipe would break it for other programs.
  if (lstatSync(target, { throwIfNoEntry: false })?.isFile() === false)
    throw badInput({ out: `${file} isn't a file. Choose another one, or leave out --out.` });
  const partial = `${target}.${process.pid}.partial`;
  await withTemporaryFile(partial, async () => {
    await pipeline(content, createWriteStream(partial, { flags: 'r+' }));
    renameSync(partial, target);
  });
}
