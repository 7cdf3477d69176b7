// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { Stop } from '../console/stop.mjs';
import { root } from '../project.mjs';
import { runningServers } from '../server/server-record.mjs';
import { fingerprint } from './fingerprint.mjs';
import { installedCommand, runTool } from './run-tool.mjs';
import { stampedStep } from './stamped-step.mjs';

const sources = [
  ...['app', 'components', 'lib', 'graphql', 'content', 'public', 'prisma/schema.prisma'],
  ...['next.config.ts', 'postcss.config.mjs', 'tsconfig.json', 'package-lock.json'],
];

/**
 * What the pages are built with beside the sources. An unset PUBLIC_URL is the default port's whatever PORT says:
 * another port is no other site.
 */
const buildEnvironment = () => ({
  NODE_ENV: /** @type {const} */ ('production'),
  NEXT_TELEMETRY_DISABLED: '1',
  PUBLIC_URL: process.env.PUBLIC_URL || 'http://localhost:3000',
});

const bakedIn = () =>
  Object.entries(process.env)
    .filter(([name]) => name.startsWith('NEXT_PUBLIC_'))
    .sort();

/** Builds the production site, where that is not done. @throws {Stop} when a server is serving the present build */
export const build = () =>
  stampedStep({
    name: 'build',
    doing: 'building the production site',
    done: 'production site built',
    stampFile: path.join(root, '.next', 'switchyard-build'),
    fingerprint: () =>
      fingerprint(sources, [buildEnvironment(), bakedIn()], (file) => !/\.test\.tsx?$/.test(file)),
    present: () => fs.existsSync(path.join(root, '.next', 'BUILD_ID')),
    work: async () => {
      const [server] = runningServers();
      if (server)
        throw new Stop(
          `The site has changed and must be built, but process ${server.pid} is serving the present build on port ${server.port}. Stop it (kill ${server.pid}) and run the command again.`,
        );
      await runTool(installedCommand('next'), ['build'], {
        env: buildEnvironment(),
        advice: 'The site could not be built; the lines above say why.',
      });
    },
  });
