// @ts-check
import Database from 'better-sqlite3';
import { isExposed } from '@/lib/config/environment';
import { databaseFile } from '@/lib/server/runtime/project-environment';
import { Stop } from '@/scripts/console/stop.mjs';

/** @param {string} databaseUrl of a migrated database @returns {'none' | 'demo' | 'real'} whose accounts it holds */
export function accountsIn(databaseUrl) {
  const database = new Database(databaseFile(databaseUrl), { fileMustExist: true });
  try {
    const demo = database.prepare('SELECT max("demo") FROM "Account"').pluck().get();
    return demo === null ? 'none' : demo === 1 ? 'demo' : 'real';
  } finally {
    database.close();
  }
}

/**
 * The demo accounts' password is public, so they never meet a network.
 *
 * @param {import('@/lib/config/environment').Environment} environment
 * @throws {Stop} when the server would be reachable from elsewhere and the database holds demo accounts
 */
export function refuseExposedDemoAccounts(environment) {
  const { databaseUrl } = environment;
  if (isExposed(environment) && accountsIn(databaseUrl) === 'demo')
    throw new Stop(
      `The database ${databaseFile(databaseUrl)} holds demo accounts, whose password everybody knows, and HOST or TRUST_PROXY opens the server to others. Name a new file in DATABASE_URL and run \`npm run admin:create\`, which makes a real first admin in it.`,
    );
}
