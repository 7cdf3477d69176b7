import fs from 'node:fs';
import path from 'node:path';
import { root } from '@/scripts/project.mjs';
import { fingerprint } from '@/scripts/setup/fingerprint.mjs';
import { runTool } from '@/scripts/setup/run-tool.mjs';
import { stampedStep } from '@/scripts/setup/stamped-step.mjs';

const folder = path.join('bench', 'lighthouse');
const modules = path.join(root, folder, 'node_modules');

/** Lighthouse's command, a script for node. */
export const lighthouse = path.join(modules, 'lighthouse', 'cli', 'index.js');

/** Installs Lighthouse from its own lock file, if that isn't done. */
export const installLighthouse = (): Promise<void> =>
  stampedStep({
    name: 'install',
    doing: 'installing Lighthouse',
    done: 'Lighthouse installed',
    stampFile: path.join(modules, '.switchyard-install'),
    fingerprint: () =>
      fingerprint([path.join(folder, 'package.json'), path.join(folder, 'package-lock.json')], []),
    present: () => fs.existsSync(lighthouse),
    work: async () => {
      await runTool('npm', ['ci', '--prefix', folder, '--no-audit', '--no-fund'], {
        advice: "Lighthouse couldn't be installed; the lines above say why.",
      });
    },
  });
