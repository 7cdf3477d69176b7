// @ts-check
import { isExposed } from '../../lib/config/environment.mjs';
import { lastLines } from '../console/child.mjs';
import { say, step } from '../console/step.mjs';
import { installedCommand, runTool } from './run-tool.mjs';

/** @typedef {import('../../lib/config/environment.mjs').Environment} Environment */

/** @param {Environment} environment */
async function migrate({ databaseUrl }) {
  const { databaseState } = await import('../migrations/database-state.mjs');
  const { pending } = databaseState(databaseUrl);
  if (pending.length === 0) {
    say('migrate', 'up to date');
    return;
  }
  const { deployMigrations } = await import('../migrations.mjs');
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
 * Writes the plans, and demo accounts into a database without any where only this machine can reach the server.
 * @param {Environment} environment
 */
async function fill(environment) {
  const demo = environment.demoData && !isExposed(environment);
  const seed = () =>
    runTool(installedCommand('tsx'), ['prisma/seed.ts', ...(demo ? ['--demo'] : [])], {
      env: { DATABASE_URL: environment.databaseUrl },
      advice: 'The database could not be filled (prisma/seed.ts); the lines above say why.',
    });
  await step('seed', 'filling the database', seed, (output) => ({ text: lastLines(output, 1) }));
}

/**
 * Migrates the database, brings its plans up to date, and fills an empty one with demo accounts.
 *
 * @param {Environment} environment
 * @throws {import('../console/stop.mjs').Stop}
 */
export async function prepareDatabase(environment) {
  await migrate(environment);
  await fill(environment);
}
