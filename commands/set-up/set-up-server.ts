import type { Environment } from '@/lib/config/environment';
import { withSetupLock } from '@/scripts/setup/setup-lock.mjs';
import { refuseExposedDemoAccounts } from '@/server/starting/check-start';
import { prepareDatabase } from '@/server/starting/prepare-database';
import { buildSite } from './build-site';

/**
 * Prepares the database and, for production, the site for a server, doing only what is missing.
 *
 * @param options.production whether the site is built too
 * @throws Stop with what to do next
 */
export const setUpServer = (environment: Environment, { production }: { production: boolean }) =>
  withSetupLock(async () => {
    await prepareDatabase(environment);
    // Before the build, which takes a while.
    await refuseExposedDemoAccounts(environment);
    if (production) await buildSite();
  });

/** Migrates and fills a database, if that isn't done. */
export const setUpDatabase = (environment: Environment) => withSetupLock(() => prepareDatabase(environment));

/** Builds the production site, if that isn't done. */
export const setUpBuild = () => withSetupLock(buildSite);
