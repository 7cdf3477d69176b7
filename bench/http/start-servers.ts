import fs from 'node:fs';
import path from 'node:path';
import { root } from '@/scripts/project.mjs';
import { installedCommand, runTool } from '@/scripts/setup/run-tool.mjs';
import { fingerprint, stampedStep } from '@/scripts/setup/stamped-step.mjs';
import { freePort, type MeasuredServer, startServer, startSite } from './start-site';

/** The site, and what its figures are compared with. */
export interface Servers {
  site: MeasuredServer;
  /** A Next site with one bare page and a bare Yoga in a route. */
  bareNext: MeasuredServer;
  /** The same bare Yoga on node:http. */
  bareYoga: MeasuredServer;
  stop: () => Promise<void>;
}

const floorApp = path.join('bench', 'floor');

/** All calls come from one address here, and their limits aren't what is measured. */
const unlimited = { API_CALLS_PER_CLIENT: '9999999', API_CALLS_PER_ACCOUNT: '9999999' };
const production = { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' };

/**
 * Starts the production site and both floors.
 *
 * @throws Stop if one of them can't be built or doesn't start
 */
export async function startServers(): Promise<Servers> {
  await buildBareNext();
  const site = await startSite(unlimited);
  const bareNext = await startBareNext();
  const bareYoga = await startBareYoga();
  const stop = async () => {
    await Promise.all([site, bareNext, bareYoga].map((server) => server.stop()));
  };
  return { site, bareNext, bareYoga, stop };
}

const buildBareNext = () =>
  stampedStep({
    name: 'floor',
    doing: 'building the floor',
    done: 'floor built',
    stampFile: path.join(root, floorApp, '.next', 'switchyard-build'),
    fingerprint: () => {
      const sources = ['app', 'hello-schema.ts', 'instrumentation.ts', 'next.config.ts', 'tsconfig.json'];
      const places = [...sources.map((name) => path.join(floorApp, name)), 'package-lock.json'];
      return fingerprint(places, [process.version]);
    },
    present: () => fs.existsSync(path.join(root, floorApp, '.next', 'BUILD_ID')),
    work: async () => {
      await runTool(installedCommand('next'), ['build', floorApp], {
        env: production,
        advice: "The floor couldn't be built; the lines above say why.",
      });
    },
  });

async function startBareNext(): Promise<MeasuredServer> {
  const port = await freePort();
  const next = path.join(root, 'node_modules', 'next', 'dist', 'bin', 'next');
  const args = [next, 'start', floorApp, '-H', '127.0.0.1', '-p', String(port)];
  return startServer(args, { port, env: production });
}

async function startBareYoga(): Promise<MeasuredServer> {
  const port = await freePort();
  const program = path.join(floorApp, 'yoga-server.ts');
  return startServer(['--import', 'tsx', program, String(port)], {
    port,
    env: production,
    readyPath: '/health',
  });
}
