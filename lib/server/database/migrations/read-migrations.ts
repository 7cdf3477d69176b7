import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Stop } from '@/scripts/console/stop.mjs';
import { root } from '@/scripts/project.mjs';

/** Prisma's names of the two databases. */
export type Provider = 'sqlite' | 'postgresql';

/** The folders of the project's own migrations, absolute. */
export const projectMigrations: Record<Provider, string> = {
  sqlite: path.join(root, 'prisma', 'migrations', 'sqlite'),
  postgresql: path.join(root, 'prisma', 'migrations', 'postgres'),
};

export interface Migration {
  name: string;
  sql: string;
}

/**
 * @param directory a migrations folder, perhaps not there yet
 * @returns in the order in which they are applied
 * @throws Stop if a migration ends its transaction itself, because it couldn't be undone
 */
export function readMigrations(directory: string): Migration[] {
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

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/**
 * Whether a migration has the recorded text, whatever its line endings, as Prisma compares it.
 * @param checksum recorded when it was applied
 */
export function hasChecksum({ sql }: Migration, checksum: string): boolean {
  const unix = sql.replaceAll('\r\n', '\n');
  return [sql, unix, unix.replaceAll('\n', '\r\n')].some((text) => sha256(text) === checksum);
}

/** The migrations folder in the form in which Prisma's schema engine takes it. */
export const migrationsList = (directory: string, provider: Provider) => ({
  baseDir: directory,
  lockfile: { path: 'migration_lock.toml', content: `provider = "${provider}"` },
  shadowDbInitScript: '',
  migrationDirectories: readMigrations(directory).map(({ name, sql }) => ({
    path: name,
    migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value: sql } },
  })),
});
