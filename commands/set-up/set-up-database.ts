import type { Environment } from '@/lib/config/environment';
import { withSetupLock } from '@/scripts/setup/setup-lock.mjs';
import { refuseExposedDemoAccounts } from '@/server/starting/check-start';
import { prepareDatabase } from '@/server/starting/prepare-database';

/**
 * Migrates and fills a database, if that isn't done.
 * @throws Stop with what to do next, also if a network could reach demo accounts in it
 */
export const setUpDatabase = (environment: Environment) =>
  withSetupLock(async () => {
    await prepareDatabase(environment);
    await refuseExposedDemoAccounts(environment);
  });
