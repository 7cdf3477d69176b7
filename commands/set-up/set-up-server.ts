import type { Environment } from '@/lib/config/environment';
import { withSetupLock } from '@/scripts/setup/setup-lock.mjs';
import { refuseServedDatabase } from '@/server/starting/check-start';
import { buildSite } from './build-site';
import { setUpDatabase } from './set-up-database';

/**
 * Prepares the database and then, because it takes a while, the site for a server, doing only what is missing.
 * @throws Stop with what to do next
 */
export async function setUpServer(environment: Environment): Promise<void> {
  refuseServedDatabase(environment);
  await setUpDatabase(environment);
  await setUpBuild();
}

/** Builds the production site, if that isn't done. */
export const setUpBuild = () => withSetupLock(buildSite);
