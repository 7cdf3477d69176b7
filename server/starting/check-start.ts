import Database from 'better-sqlite3';
import { type Environment, isExposed } from '@/lib/config/environment';
import { LockPatience } from '@/lib/server/database/lock-patience';
import { databaseState } from '@/lib/server/database/migrations/database-state';
import { openStore } from '@/lib/server/rate-limit/open-store';
import { databaseFile } from '@/lib/server/runtime/project-environment';
import { Stop } from '@/scripts/console/stop.mjs';

/** How long (ms) to wait for other processes that create the same file at this moment. */
const PATIENCE = 2_000;

/**
 * Checks that a server can start and may.
 *
 * @throws Stop if the database isn't migrated, demo accounts would be reachable from a network, or the rate limits'
 *   store can't be used
 */
export async function checkStart(environment: Environment): Promise<void> {
  if (databaseState(environment.databaseUrl).kind !== 'current')
    throw new Stop('The database is missing or not migrated. Run npm start, which does it.');
  refuseExposedDemoAccounts(environment);
  await checkRateLimitStore(environment.rateLimitStore);
}

/**
 * The demo accounts' password is public, so no network may reach them.
 *
 * @throws Stop if another machine could reach the server and the database holds demo accounts
 */
export function refuseExposedDemoAccounts(environment: Environment): void {
  const { databaseUrl } = environment;
  if (isExposed(environment) && accountsIn(databaseUrl) === 'demo')
    throw new Stop(
      `The database ${databaseFile(databaseUrl)} contains demo accounts, whose password is public, and HOST or TRUST_PROXY opens the server to others. Name a new file in DATABASE_URL and run \`npm run admin:create\`, which makes a real first admin in it.`,
    );
}

/** @returns which accounts a migrated database holds */
export function accountsIn(databaseUrl: string): 'none' | 'demo' | 'real' {
  const database = new Database(databaseFile(databaseUrl), { fileMustExist: true });
  try {
    const demo = database.prepare('SELECT max("demo") FROM "Account"').pluck().get();
    if (demo === null) return 'none';
    return demo === 1 ? 'demo' : 'real';
  } finally {
    database.close();
  }
}

/**
 * Opens the rate limits' store once, creating it if necessary, so that an unusable one stops the start instead of
 * failing the first call.
 *
 * @param url RATE_LIMIT_STORE: `file:…`, or empty
 * @throws Stop if the store can't be opened or written
 */
export async function checkRateLimitStore(url: string): Promise<void> {
  if (url === '') return;
  try {
    await new LockPatience(PATIENCE).untilFree(() => openStore(url).close());
  } catch (error) {
    throw new Stop(
      `The rate limits can't be counted in ${url} (${(error as Error).message}). Name a file in RATE_LIMIT_STORE that this user can write, or leave it empty.`,
    );
  }
}
