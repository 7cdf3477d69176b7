import { type Environment, isExposed } from '@/lib/config/environment';
import type { MigrationBackup } from '@/lib/server/database/backup/before-migration';
import { explainDatabaseFailure } from '@/lib/server/database/database-failure';
import { databaseName } from '@/lib/server/database/database-name';
import { databaseState } from '@/lib/server/database/migrations/database-state';
import { seedDatabase } from '@/prisma/seed';
import { say, step } from '@/scripts/console/step.mjs';

async function migrate({ databaseUrl, skipBackup }: Environment): Promise<void> {
  const { pending } = await databaseState(databaseUrl);
  if (pending.length === 0) {
    say('migrate', 'up to date');
    return;
  }
  // Loaded only when they are needed: one brings Prisma's schema engine.
  const { deployMigrations } = await import('@/lib/server/database/migrations/deploy-migrations');
  const { backUpBeforeMigration } = await import('@/lib/server/database/backup/before-migration');
  let backup: MigrationBackup | undefined;
  const beforeMigration = async (file: string, lastMigration: string) => {
    if (!skipBackup) backup = await backUpBeforeMigration(file, lastMigration, { now: new Date() });
  };
  const deploy = async () => {
    try {
      return await deployMigrations(databaseUrl, { beforeMigration });
    } catch (error) {
      backup?.discard();
      throw error;
    }
  };
  await step('migrate', `applying ${pending.join(', ')}`, deploy, (names) => ({
    text: `${names.length} ${names.length === 1 ? 'migration' : 'migrations'} applied: ${names.join(', ')}`,
  }));
  if (!backup) return;
  backup.keep();
  const code = backup.release === null ? 'the code that ran before' : `release ${backup.release}`;
  say(
    'backup',
    `to go back, stop the server, check out ${code}, and run npm run restore -- ${quoted(backup.file)}`,
  );
}

/** For a shell. */
const quoted = (file: string): string =>
  /^[\w./-]+$/.test(file) ? file : `'${file.replaceAll("'", `'\\''`)}'`;

/**
 * Migrates the database, a SQLite file after a backup, and brings its plans up to date. Fills an empty one with demo
 * accounts if only this machine can reach the server.
 *
 * @throws Stop with what to do next
 */
export async function prepareDatabase(environment: Environment): Promise<void> {
  const { databaseUrl } = environment;
  await migrate(environment);
  const demo = environment.demoData && !isExposed(environment);
  const seed = () =>
    seedDatabase(databaseUrl, { demo }).catch((error) => {
      throw explainDatabaseFailure(error, databaseName(databaseUrl));
    });
  await step('seed', 'filling the database', seed, (text) => ({ text }));
}
