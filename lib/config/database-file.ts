// @ts-check
import fs from 'node:fs';
import path from 'node:path';

/** How many links that lead to nothing are followed, one after another; the kernel follows as many. */
const MOST_LINKS = 40;

/**
 * The file that a database url means, without symbolic links: two spellings of one file give one path, and SQLite keeps
 * its -wal and -shm there. A file that isn't there yet counts too: its nearest existing folder is resolved, and a link
 * to nothing leads to where its file would be made.
 *
 * @param {string} url `file:` and a path; a relative one counts from `directory`
 * @param {string} [directory] absolute
 * @returns {string} absolute. A path that can't be followed stays as it is: opening it fails with the reason
 */
export const databaseFile = (url, directory = process.cwd()) =>
  realPath(absolute(url.replace(/^file:/, ''), directory));

/**
 * @param {string} one absolute path
 * @param {string} other absolute path
 * @returns {boolean} whether both lead to one file, also by hard links
 */
export function isSameFile(one, other) {
  if (realPath(one) === realPath(other)) return true;
  try {
    return fileIdentity(one) === fileIdentity(other);
  } catch {
    return false;
  }
}

/**
 * @param {string} file
 * @returns {string} what distinguishes the file from every other on this machine, whatever path leads to it
 * @throws {NodeJS.ErrnoException} if it isn't there or can't be looked at
 */
export function fileIdentity(file) {
  const { dev, ino } = fs.statSync(file, { bigint: true });
  return `${dev}:${ino}`;
}

/**
 * @param {string} file absolute path
 * @param {string} database absolute path
 * @returns {boolean} whether the file is the database or what SQLite keeps, or may come to keep, next to it
 */
export const isPartOfDatabase = (file, database) =>
  ['', '-wal', '-shm', '-journal'].some((suffix) => isSameFile(file, realPath(database) + suffix));

/**
 * @param {string} file absolute path, perhaps of nothing
 * @returns {string} the path without symbolic links
 */
export const realPath = (file) => resolveLinks(file, MOST_LINKS);

/** @param {string} file @param {number} links still to be followed @returns {string} */
function resolveLinks(file, links) {
  try {
    // The kernel's own answer: Node's JavaScript version takes `link/..` for the link's folder.
    return fs.realpathSync.native(file);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOENT' || links === 0)
      return path.resolve(file);
  }
  const folder = resolveLinks(path.dirname(file), links);
  const place = path.join(folder, path.basename(file));
  const target = linkTarget(place);
  return target === null ? place : resolveLinks(absolute(target, folder), links - 1);
}

/** Not `path.resolve`, which removes `..` before links are followed. @param {string} file @param {string} directory */
const absolute = (file, directory) => (path.isAbsolute(file) ? file : `${directory}${path.sep}${file}`);

/** @param {string} place @returns {string | null} null for what isn't a symbolic link */
function linkTarget(place) {
  try {
    return fs.readlinkSync(place);
  } catch {
    return null;
  }
}
