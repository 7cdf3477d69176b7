import fs from 'node:fs';
import path from 'node:path';
import { build as bundle } from 'esbuild';
import type { Environment } from '@/lib/config/environment';
import { Stop } from '@/scripts/console/stop.mjs';
import { operatorCommands, root, serverBundle } from '@/scripts/project.mjs';
import { installedCommand, runTool } from '@/scripts/setup/run-tool.mjs';
import { withSetupLock } from '@/scripts/setup/setup-lock.mjs';
import { fingerprint, stampedStep } from '@/scripts/setup/stamped-step.mjs';
import { placeholders } from '@/server/http/responses/address-placeholders';
import { refuseServedDatabase } from '@/server/starting/check-start';
import { runningServers } from '@/server/starting/server-records';
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

const sources = [
  ...['app', 'components', 'lib', 'graphql', 'server', 'content', 'public', 'prisma/schema.prisma'],
  ...['prisma/seed.ts', 'prisma/seed', 'next.config.ts', 'instrumentation.ts', 'postcss.config.mjs'],
  ...['tsconfig.json', 'package-lock.json', 'scripts/project.mjs'],
  ...operatorCommands.flatMap((name) => [`commands/${name}.ts`, `commands/${name}`]),
  ...['commands/reading', 'commands/set-up/set-up-database.ts'],
];

/**
 * Builds the production site and bundles the server that serves it, if that isn't done. The pages contain placeholders,
 * so that a build depends on no variable.
 *
 * @throws Stop if a server is serving the current build
 */
function buildSite(): Promise<void> {
  const env = {
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    ...placeholders,
  };
  return stampedStep({
    name: 'build',
    doing: 'building the production site',
    done: 'production site built',
    stampFile: path.join(root, '.next', 'switchyard-build'),
    fingerprint: () => fingerprint(sources, [env], (file) => !/\.test\.tsx?$/.test(file)),
    present: () => fs.existsSync(path.join(root, '.next', 'BUILD_ID')) && fs.existsSync(serverBundle),
    replaces: {
      folder: path.join(root, '.next'),
      missing: "The build isn't that of the sources",
      remedy: 'npm run build',
    },
    work: async () => {
      const [server] = runningServers();
      if (server)
        throw new Stop(
          `The site has changed and must be built, but process ${server.pid} is serving the current build on port ${server.port}. Stop it (kill ${server.pid}) and run the command again.`,
        );
      await runTool(installedCommand('next'), ['build'], {
        env,
        advice: "The site couldn't be built; the lines above say why.",
      });
      await bundleServer();
    },
  });
}

/**
 * Bundles server/main.ts for Node, with source maps, the programs that it starts, and the commands of operators. Packages stay outside,
 * and so does scripts/, which starts the process: its modules contain state that must exist once.
 */
async function bundleServer(): Promise<void> {
  const outdir = path.dirname(serverBundle);
  await bundle({
    entryPoints: {
      main: path.join(root, 'server/main.ts'),
      // lib/server/text-worker/program-command.ts finds them by these names.
      'plan-program': path.join(root, 'lib/server/text-worker/plan-program.ts'),
      'evaluate-program': path.join(root, 'lib/server/text-worker/evaluate-program.ts'),
      'read-program': path.join(root, 'lib/server/text-worker/read-program.ts'),
      // commands/backup/check-copy.ts does.
      'check-copy-program': path.join(root, 'commands/backup/check-copy-program.ts'),
      ...Object.fromEntries(operatorCommands.map((name) => [name, path.join(root, `commands/${name}.ts`)])),
    },
    outdir,
    bundle: true,
    splitting: true,
    sourcemap: true,
    // The server keeps the maps in memory; lines and names of a stack need no texts.
    sourcesContent: false,
    outExtension: { '.js': '.mjs' },
    format: 'esm',
    platform: 'node',
    target: 'node22',
    packages: 'external',
    logLevel: 'error',
    plugins: [
      {
        name: 'scripts-stay-outside',
        setup: ({ onResolve }) =>
          onResolve({ filter: /^@\/scripts\// }, ({ path: place }) => ({
            path: path.relative(outdir, path.join(root, place.slice('@/'.length))),
            external: true,
          })),
      },
    ],
  });
}
