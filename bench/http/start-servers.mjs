// @ts-check
import path from 'node:path';
import { readEnvironment } from '../../lib/config/environment.mjs';
import { root } from '../../scripts/project.mjs';
import { probePort } from '../../scripts/server/listen.mjs';
import { setUpBuild, setUpDatabase } from '../../scripts/setup.mjs';
import { temporaryDirectory, testVariables } from '../../scripts/testing/test-variables.mjs';
import { buildFloor, floorApp } from './build-floor.mjs';
import { startServer } from './start-server.mjs';

/** @typedef {import('./start-server.mjs').Server} Server */

const freePort = () => probePort({ host: '127.0.0.1', port: 0 });

/**
 * Starts the production site on a freshly seeded demo database, and the floor beside it.
 *
 * @returns {Promise<{ site: Server, floor: Server, stop: () => Promise<void> }>}
 * @throws {import('../../scripts/console/stop.mjs').Stop}
 */
export async function startServers() {
  await setUpBuild();
  await buildFloor();
  const port = await freePort();
  const env = testVariables(temporaryDirectory(), port);
  await setUpDatabase(readEnvironment(env));
  const site = await startServer(['scripts/serve.mjs'], { port, env });
  const floorPort = await freePort();
  const next = path.join(root, 'node_modules', 'next', 'dist', 'bin', 'next');
  const floor = await startServer([next, 'start', floorApp, '-H', '127.0.0.1', '-p', String(floorPort)], {
    port: floorPort,
    env: { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
  });
  const stop = async () => {
    await Promise.all([site.stop(), floor.stop()]);
  };
  return { site, floor, stop };
}
