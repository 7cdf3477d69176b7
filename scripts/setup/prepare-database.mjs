// @ts-check
import { isLoopback } from '../../lib/config/environment.mjs';
import { say, step } from '../console/step.mjs';
import { databaseFile } from '../project.mjs';
import { fingerprint, stamp } from './fingerprint.mjs';
import { installedCommand, runTool } from './run-tool.mjs';

/** @typedef {import('../../lib/config/environment.mjs').Environment} Environment */

/** @param {Environment} environment @param {'plans' | 'demo'} what */
const seed = ({ databaseUrl }, what) =>
  runTool(installedCommand('tsx'), ['prisma/seed.ts', what], {
    env: { DATABASE_URL: databaseUrl },
    advice: `The database could not be filled (prisma/seed.ts ${what}); the lines above say why.`,
  });

/** @param {Environment} environment @returns {Promise<boolean>} whether any migration was applied */
async function migrate({ databaseUrl }) {
  const { databaseState } = await import('../migrations/database-state.mjs');
  const { pending } = databaseState(databaseUrl);
  if (pending.length === 0) {
    say('migrate', 'up to date');
    return false;
  }
  const { deployMigrations } = await import('../migrations.mjs');
  const applied = await step(
    'migrate',
    `applying ${pending.join(', ')}`,
    () => deployMigrations(databaseUrl),
    (names) => ({
      text: `${names.length} ${names.length === 1 ? 'migration' : 'migrations'} applied: ${names.join(', ')}`,
    }),
  );
  return applied.length > 0;
}

/** @param {Environment} environment @param {boolean} migrated */
async function syncPlans(environment, migrated) {
  const wanted = fingerprint(['lib/config/plans.ts', 'prisma/migrations'], []);
  const { matches, write } = stamp(`${databaseFile(environment.databaseUrl)}.plans`);
  if (!migrated && matches(wanted)) return;
  await step(
    'plans',
    'writing the plans',
    () => seed(environment, 'plans'),
    () => ({ text: 'plans written from lib/config/plans.ts' }),
  );
  write(wanted);
}

/** @param {Environment} environment */
async function seedDemoData(environment) {
  const { demoData, host, trustProxy, databaseUrl } = environment;
  const { hasAccounts } = await import('../server/demo-accounts.mjs');
  if (!demoData || !isLoopback(host) || trustProxy.length > 0 || hasAccounts(databaseUrl)) return;
  await step(
    'seed',
    'writing the demo accounts',
    () => seed(environment, 'demo'),
    () => ({ text: 'demo accounts written' }),
  );
}

/**
 * Migrates the database, brings its plans up to date, and fills an empty one with demo accounts where only this
 * machine can reach the server.
 *
 * @param {Environment} environment
 * @throws {import('../console/stop.mjs').Stop}
 */
export async function prepareDatabase(environment) {
  const migrated = await migrate(environment);
  await syncPlans(environment, migrated);
  await seedDemoData(environment);
}
