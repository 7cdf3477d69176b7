// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { Stop } from '../console/stop.mjs';
import { root } from '../project.mjs';
import { builtUrl, urlFile } from '../server/starting/built-url.mjs';
import { runningServers } from '../server/starting/server-record.mjs';
import { fingerprint } from './fingerprint.mjs';
import { installedCommand, runTool } from './run-tool.mjs';
import { stampedStep } from './stamped-step.mjs';

const sources = [
  ...['app', 'components', 'lib', 'graphql', 'content', 'public', 'prisma/schema.prisma'],
  ...['next.config.ts', 'instrumentation.ts', 'postcss.config.mjs', 'tsconfig.json', 'package-lock.json'],
];

/**
 * Builds the production site, where that is not done.
 *
 * @param {import('../../lib/config/environment.mjs').Environment} environment the pages hold its `publicUrl` and EmailJS ids
 * @throws {Stop} when a server is serving the present build
 */
export const build = (environment) => {
  const env = {
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    PUBLIC_URL: environment.publicUrl,
    EMAILJS_PUBLIC_KEY: environment.emailjsPublicKey,
    EMAILJS_SERVICE_ID: environment.emailjsServiceId,
    EMAILJS_WAITLIST_TEMPLATE: environment.emailjsWaitlistTemplate,
    EMAILJS_CONTACT_TEMPLATE: environment.emailjsContactTemplate,
  };
  return stampedStep({
    name: 'build',
    doing: 'building the production site',
    done: 'production site built',
    stampFile: path.join(root, '.next', 'switchyard-build'),
    fingerprint: () => fingerprint(sources, [env], (file) => !/\.test\.tsx?$/.test(file)),
    present: () => fs.existsSync(path.join(root, '.next', 'BUILD_ID')) && builtUrl() !== undefined,
    work: async () => {
      const [server] = runningServers();
      if (server)
        throw new Stop(
          `The site has changed and must be built, but process ${server.pid} is serving the present build on port ${server.port}. Stop it (kill ${server.pid}) and run the command again.`,
        );
      await runTool(installedCommand('next'), ['build'], {
        env,
        advice: 'The site could not be built; the lines above say why.',
      });
      fs.writeFileSync(urlFile, environment.publicUrl);
    },
  });
};
