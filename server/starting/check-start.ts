import { type Environment, isExposed } from '@/lib/config/environment';
import { accountsIn } from '@/lib/server/account/accounts-in';
import { databaseState } from '@/lib/server/database/migrations/database-state';
import { LockPatience } from '@/lib/server/database/sqlite/lock-patience';
import { openStore } from '@/lib/server/rate-limit/open-store';
import { databaseName } from '@/lib/server/runtime/project-environment';
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
  if ((await databaseState(environment.databaseUrl)).kind !== 'current')
    throw new Stop('The database is missing or not migrated. Run npm start, which does it.');
  await refuseExposedDemoAccounts(environment);
  await checkRateLimitStore(environment.rateLimitStore);
}

/**
 * The demo accounts' password is public, so no network may reach them.
 *
 * @throws Stop if another machine could reach the server and the database holds demo accounts
 */
export async function refuseExposedDemoAccounts(environment: Environment): Promise<void> {
  const { databaseUrl } = environment;
  if (isExposed(environment) && (await accountsIn(databaseUrl)) === 'demo')
    throw new Stop(
      `The database ${databaseName(databaseUrl)} contains demo accounts, whose password is public, and HOST or TRUST_PROXY opens the server to others. Name a new one in DATABASE_URL and run \`npm run admin:create\`, which makes a real first admin in it.`,
    );
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
