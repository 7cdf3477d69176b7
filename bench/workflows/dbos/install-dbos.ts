import fs from 'node:fs';
import path from 'node:path';
import { root } from '@/scripts/project.mjs';
import { fingerprint } from '@/scripts/setup/fingerprint.mjs';
import { runTool } from '@/scripts/setup/run-tool.mjs';
import { stampedStep } from '@/scripts/setup/stamped-step.mjs';

const folder = path.join('bench', 'workflows', 'dbos');
const modules = path.join(root, folder, 'node_modules');

/** The module of DBOS. */
export const dbosModule = path.join(modules, '@dbos-inc', 'dbos-sdk', 'dist', 'src', 'index.js');

/** Installs DBOS from its own lock file, if that isn't done. */
export const installDbos = (): Promise<void> =>
  stampedStep({
    name: 'install',
    doing: 'installing DBOS',
    done: 'DBOS installed',
    stampFile: path.join(modules, '.switchyard-install'),
    fingerprint: () =>
      fingerprint([path.join(folder, 'package.json'), path.join(folder, 'package-lock.json')], []),
    present: () => fs.existsSync(dbosModule),
    work: async () => {
      await runTool('npm', ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'], {
        advice: "DBOS couldn't be installed; the lines above say why.",
      });
    },
  });
