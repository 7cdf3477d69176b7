import { type Environment, isExposed } from '@/lib/config/environment';
import { explainDatabaseFailure } from '@/lib/server/database/database-failure';
import { databaseState } from '@/lib/server/database/migrations/database-state';
import { databaseName } from '@/lib/server/runtime/project-environment';
import { seedDatabase } from '@/prisma/seed';
import { say, step } from '@/scripts/console/step.mjs';

async function migrate({ databaseUrl }: Environment): Promise<void> {
  const { pending } = await databaseState(databaseUrl);
  if (pending.length === 0) {
    say('migrate', 'up to date');
    return;
  }
  // Loaded only when it is needed: it brings Prisma's schema engine.
  const { deployMigrations } = await import('@/lib/server/database/migrations/deploy-migrations');
  await step(
    'migrate',
    `applying ${pending.join(', ')}`,
    () => deployMigrations(databaseUrl),
    (names) => ({
      text: `${names.length} ${names.length === 1 ? 'migration' : 'migrations'} applied: ${names.join(', ')}`,
    }),
  );
}

/**
 * Migrates the database, brings its plans up to date, and fills an empty one with demo accounts if only this machine can
 * reach the server.
 *
 * @throws Stop saying what to do next
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
