// @ts-check
import { readEnvironment } from '../lib/config/environment.mjs';
import { build } from './setup/build.mjs';
import { generate } from './setup/generate.mjs';
import { install } from './setup/install.mjs';
import { prepareDatabase } from './setup/prepare-database.mjs';
import { withSetupLock } from './setup/setup-lock.mjs';

/** @typedef {import('../lib/config/environment.mjs').Environment} Environment */

/** Installs and generates, where that is not done: enough to check types, lint and run unit tests. */
export const setUpTools = () =>
  withSetupLock(async () => {
    await install();
    await generate();
  });

/**
 * Brings the checkout and the database to where a server can start, doing only what is missing.
 *
 * @param {Environment} environment
 * @param {{ production: boolean }} options whether the site is built too
 * @throws {import('./console/stop.mjs').Stop} saying what to do next
 */
export const setUpServer = (environment, { production }) =>
  withSetupLock(async () => {
    await install();
    await generate();
    await prepareDatabase(environment);
    // Before the build, which takes a while.
    const { refuseExposedDemoAccounts } = await import('./server/starting/demo-accounts.mjs');
    refuseExposedDemoAccounts(environment);
    if (production) await build(environment);
  });

/** Migrates and fills a database, where that is not done. @param {Environment} environment */
export const setUpDatabase = (environment) => withSetupLock(() => prepareDatabase(environment));

/**
 * Builds the production site, where that is not done.
 * @param {Environment} [environment] the defaults, whatever this process is told, unless given
 */
export const setUpBuild = (environment = readEnvironment({})) => withSetupLock(() => build(environment));
