import { isPostgresUrl } from '@/lib/config/database-url';
import { type Environment, isExposed } from '@/lib/config/environment';
import { accountsIn } from '@/lib/server/account/find-account';
import { databaseFile, databaseName } from '@/lib/server/database/database-name';
import { databaseState } from '@/lib/server/database/migrations/database-state';
import { DatabaseHeld, holderOf } from '@/lib/server/database/sqlite/database-lock';
import { Stop } from '@/scripts/console/stop.mjs';

/**
 * Checks that a server can start and may.
 *
 * @throws Stop if the database isn't migrated, or demo accounts would be reachable from a network
 */
export async function checkStart(environment: Environment): Promise<void> {
  await checkMigrated(environment);
  await refuseExposedDemoAccounts(environment);
}

/**
 * For a server, before it prepares anything. It takes the lock once it has its port.
 * @throws DatabaseHeld if another process serves the SQLite file
 */
export function refuseServedDatabase({ databaseUrl }: Pick<Environment, 'databaseUrl'>): void {
  if (isPostgresUrl(databaseUrl)) return;
  const file = databaseFile(databaseUrl);
  const holder = holderOf(file);
  if (holder?.purpose === 'serve') throw new DatabaseHeld(file, holder);
}

/** @throws Stop if the database's schema isn't this code's schema */
export async function checkMigrated({ databaseUrl }: Environment): Promise<void> {
  if ((await databaseState(databaseUrl)).kind !== 'current')
    throw new Stop('The database is missing or not migrated. Run npm start, which does it.');
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
