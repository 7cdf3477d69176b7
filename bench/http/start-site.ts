// @ts-check

import { setUpBuild, setUpDatabase } from '@/commands/setup/setup';
import { readEnvironment } from '@/lib/config/environment';
import { probePort } from '@/server/http/connections/listen';
import { temporaryDirectory, testVariables } from '@/testing/run/test-variables';
import { startServer } from './start-server';

/** @returns {Promise<number>} a free port of this machine */
export const freePort = () => probePort({ host: '127.0.0.1', port: 0 });

/**
 * Starts the production site on a freshly seeded demo database of its own, built where that is not done.
 *
 * @param {Record<string, string>} [variables] other than the defaults
 * @returns {Promise<import('./start-server').Server>}
 * @throws {import('@/scripts/console/stop.mjs').Stop}
 */
export async function startSite(variables = {}) {
  await setUpBuild();
  const port = await freePort();
  const env = { ...testVariables(temporaryDirectory(), port), ...variables };
  await setUpDatabase(readEnvironment(env));
  return startServer(['scripts/serve.mjs'], { port, env });
}
