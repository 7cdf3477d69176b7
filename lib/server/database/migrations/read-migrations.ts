// @ts-check
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Stop } from '@/scripts/console/stop.mjs';
import { root } from '@/scripts/project.mjs';

/** The project's own migrations, absolute. */
export const projectMigrations = path.join(root, 'prisma', 'migrations');

/** @typedef {{ name: string, sql: string }} Migration */

/**
 * @param {string} directory a migrations folder, perhaps not there yet
 * @returns {Migration[]} in the order in which they are applied
 * @throws {Stop} when a migration ends its transaction itself, which could not be undone
 */
export function readMigrations(directory) {
  if (!fs.existsSync(directory)) return [];
  const names = fs
    .readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  return names.map((name) => {
    const sql = fs.readFileSync(path.join(directory, name, 'migration.sql'), 'utf8');
    if (/^\s*(COMMIT|ROLLBACK|END TRANSACTION)\b/im.test(sql))
      throw new Stop(
        `The migration ${name} ends its transaction. Remove the statement: every migration runs inside one.`,
      );
    return { name, sql };
  });
}

/** @param {string} text */
const sha256 = (text) => createHash('sha256').update(text).digest('hex');

/**
 * @param {Migration} migration
 * @param {string} checksum recorded when it was applied
 * @returns {boolean} whether it is the same text, whatever its line ends, as Prisma compares it
 */
export function hasChecksum({ sql }, checksum) {
  const unix = sql.replaceAll('\r\n', '\n');
  return [sql, unix, unix.replaceAll('\n', '\r\n')].some((text) => sha256(text) === checksum);
}

/**
 * @param {string} directory
 * @returns the folder in the form in which Prisma's schema engine takes it
 */
export const migrationsList = (directory) => ({
  baseDir: directory,
  lockfile: { path: 'migration_lock.toml', content: 'provider = "sqlite"' },
  shadowDbInitScript: '',
  migrationDirectories: readMigrations(directory).map(({ name, sql }) => ({
    path: name,
    migrationFile: { path: 'migration.sql', content: { tag: /** @type {const} */ ('ok'), value: sql } },
  })),
});
