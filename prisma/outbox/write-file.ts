import { createWriteStream, existsSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { badInput } from '@/lib/server/errors';

/**
 * Writes a file that only its owner may read, whole or not at all: until it is complete, a file of that name stays.
 * A link keeps pointing to the file, which is replaced.
 * @param database the file of the database, which must not be written over
 * @throws AppError BAD_USER_INPUT for the database, what SQLite keeps beside it, and what is no file
 */
export async function writeFile(file: string, content: Readable | AsyncIterable<string>, database: string) {
  if (['', '-wal', '-shm', '-journal'].some((suffix) => isSame(file, database + suffix)))
    throw badInput({ out: `${file} is the database itself. Choose another file.` });
  // To take the place of a device or a pipe would break it for everybody.
  if (existsSync(file) && !statSync(file).isFile())
    throw badInput({ out: `${file} is no file. Choose another one, or leave --out away.` });
  const target = truePath(file);
  const partial = `${target}.${process.pid}.partial`;
  try {
    // Names and addresses of people: for nobody else on this machine to read.
    await pipeline(content, createWriteStream(partial, { mode: 0o600, flags: 'wx' }));
    renameSync(partial, target);
  } finally {
    rmSync(partial, { force: true });
  }
}

/** Whether both are one file, however they are named; SQLite may make its own only later. */
function isSame(one: string, other: string): boolean {
  if (truePath(one) === truePath(other)) return true;
  if (!existsSync(one) || !existsSync(other)) return false;
  const [a, b] = [statSync(one), statSync(other)];
  return a.dev === b.dev && a.ino === b.ino;
}

/** A path without links, also of a file that is not there yet. */
function truePath(file: string): string {
  if (existsSync(file)) return realpathSync(file);
  const folder = path.dirname(file);
  return existsSync(folder) ? path.join(realpathSync(folder), path.basename(file)) : file;
}
