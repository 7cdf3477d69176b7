import fs from 'node:fs';
import path from 'node:path';
import { root } from '@/scripts/project.mjs';
import { fingerprint } from '@/scripts/setup/fingerprint.mjs';
import { runTool } from '@/scripts/setup/run-tool.mjs';
import { stampedStep } from '@/scripts/setup/stamped-step.mjs';

const folder = path.join('testing', 'mutation', 'stryker');
const modules = path.join(root, folder, 'node_modules');

/** The module of Stryker's that makes mutants. */
export const instrumenter = path.join(
  modules,
  ...['@stryker-mutator', 'instrumenter', 'dist', 'src', 'index.js'],
);

/** Installs Stryker's instrumenter from its own lock file, if that isn't done. */
export const installStryker = (): Promise<void> =>
  stampedStep({
    name: 'install',
    doing: "installing Stryker's instrumenter",
    done: "Stryker's instrumenter installed",
    stampFile: path.join(modules, '.switchyard-install'),
    fingerprint: () =>
      fingerprint([path.join(folder, 'package.json'), path.join(folder, 'package-lock.json')], []),
    present: () => fs.existsSync(instrumenter),
    work: async () => {
      await runTool('npm', ['ci', '--prefix', folder, '--no-audit', '--no-fund'], {
        advice: "Stryker's instrumenter couldn't be installed; the lines above say why.",
      });
    },
  });
