// @ts-check
import Database from 'better-sqlite3';
import { isLoopback } from '../../lib/config/environment.mjs';
import { Stop } from '../console/stop.mjs';
import { databaseFile } from '../project.mjs';

/** @param {string} databaseUrl of a migrated database @param {string} condition @returns {boolean} */
function anyAccount(databaseUrl, condition) {
  const database = new Database(databaseFile(databaseUrl), { fileMustExist: true });
  try {
    return database.prepare(`SELECT 1 FROM "Account" WHERE ${condition} LIMIT 1`).get() !== undefined;
  } finally {
    database.close();
  }
}

/** @param {string} databaseUrl of a migrated database */
export const hasAccounts = (databaseUrl) => anyAccount(databaseUrl, 'true');

/** @param {string} databaseUrl of a migrated database */
export const hasDemoAccounts = (databaseUrl) => anyAccount(databaseUrl, '"demo" = 1');

/**
 * The demo accounts' password is public, so they never meet a network.
 *
 * @param {import('../../lib/config/environment.mjs').Environment} environment
 * @throws {Stop} when the server would be reachable from elsewhere and the database holds demo accounts
 */
export function refuseExposedDemoAccounts({ host, trustProxy, databaseUrl }) {
  const exposed = [
    !isLoopback(host) && `HOST is ${host}`,
    trustProxy.length > 0 && 'TRUST_PROXY is set',
  ].filter(Boolean);
  if (exposed.length > 0 && hasDemoAccounts(databaseUrl))
    throw new Stop(
      `The database ${databaseFile(databaseUrl)} holds demo accounts, whose password everybody knows, and ${exposed.join(' and ')}. Name a new file in DATABASE_URL and run \`npm run admin:create\`, which makes a real first admin in it.`,
    );
}
