import fs from 'node:fs';
import path from 'node:path';

/** Whether a database URL names a PostgreSQL database; otherwise it names a SQLite file. */
export const isPostgresUrl = (url: string): boolean => /^postgres(ql)?:\/\//.test(url);

export type DatabaseKind = 'SQLite' | 'PostgreSQL';

/** The database product that a URL names. */
export const databaseKind = (url: string): DatabaseKind => (isPostgresUrl(url) ? 'PostgreSQL' : 'SQLite');

/**
 * A database URL for people and logs: without its password and parameters.
 * @param url `postgresql://…`
 */
export function withoutPassword(url: string): string {
  const { protocol, username, host, pathname } = new URL(url);
  return `${protocol}//${username ? `${username}@` : ''}${host}${pathname}`;
}

/** How many links are followed in a row, as many as the kernel follows. */
const MOST_LINKS = 40;

/**
 * Resolves a database URL to the real path of its file, next to which SQLite keeps -wal and -shm. Two spellings of one
 * file give one path. If the file is missing, its nearest existing folder is resolved. A dangling link gives the path
 * at which its file would be created.
 *
 * @param url `file:` and a path; a relative path starts at `directory`
 * @param directory absolute
 * @returns absolute. A path that can't be resolved stays as it is: opening it fails with the reason
 */
export const databaseFile = (url: string, directory = process.cwd()): string =>
  realPath(absolute(url.replace(/^file:/, ''), directory));

/** Whether two absolute paths lead to the same file, even through hard links. */
export function isSameFile(one: string, other: string): boolean {
  if (realPath(one) === realPath(other)) return true;
  try {
    return fileIdentity(one) === fileIdentity(other);
  } catch {
    return false;
  }
}

/**
 * An id of the file, unique on this machine, whatever path leads to it.
 * @throws NodeJS.ErrnoException if it isn't there or can't be looked at
 */
export function fileIdentity(file: string): string {
  const { dev, ino } = fs.statSync(file, { bigint: true });
  return `${dev}:${ino}`;
}

/** Whether a file is the database or one of the files that SQLite or a server keeps next to it; both paths absolute. */
export const isPartOfDatabase = (file: string, database: string): boolean =>
  ['', '-wal', '-shm', '-journal', '-server', '-server-journal'].some((suffix) =>
    isSameFile(file, realPath(database) + suffix),
  );

/**
 * A path without symbolic links.
 * @param file absolute path of a file that may be missing
 */
export const realPath = (file: string): string => resolveLinks(file, MOST_LINKS);

/** @param links how many may still be followed */
function resolveLinks(file: string, links: number): string {
  try {
    // The kernel's own result: Node's JavaScript version resolves `link/..` to the link's folder.
    return fs.realpathSync.native(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || links === 0) return path.resolve(file);
  }
  const folder = resolveLinks(path.dirname(file), links);
  const place = path.join(folder, path.basename(file));
  const target = linkTarget(place);
  return target === null ? place : resolveLinks(absolute(target, folder), links - 1);
}

/** Not `path.resolve`, which removes `..` before links are followed. */
const absolute = (file: string, directory: string) =>
  path.isAbsolute(file) ? file : `${directory}${path.sep}${file}`;

/** Null for what isn't a symbolic link. */
function linkTarget(place: string): string | null {
  try {
    return fs.readlinkSync(place);
  } catch {
    return null;
  }
}
