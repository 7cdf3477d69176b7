// @ts-check
import path from 'node:path';
import { root } from '@/scripts/project.mjs';
import { buildFloor, floorApp } from './build-floor';
import { startServer } from './start-server';
import { freePort, startSite } from './start-site';

/** @typedef {import('./start-server').Server} Server */

/** One address makes all calls here: what is measured is how they are answered. */
const unlimited = { API_CALLS_PER_CLIENT: '9999999', API_CALLS_PER_ACCOUNT: '9999999' };

/**
 * Starts the production site and the floor beside it.
 *
 * @returns {Promise<{ site: Server, floor: Server, stop: () => Promise<void> }>}
 * @throws {import('@/scripts/console/stop.mjs').Stop}
 */
export async function startServers() {
  await buildFloor();
  const site = await startSite(unlimited);
  const port = await freePort();
  const next = path.join(root, 'node_modules', 'next', 'dist', 'bin', 'next');
  const floor = await startServer([next, 'start', floorApp, '-H', '127.0.0.1', '-p', String(port)], {
    port,
    env: { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
  });
  const stop = async () => {
    await Promise.all([site.stop(), floor.stop()]);
  };
  return { site, floor, stop };
}
