// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { root } from '@/scripts/project.mjs';
import { fingerprint } from '@/scripts/setup/fingerprint.mjs';
import { runTool } from '@/scripts/setup/run-tool.mjs';
import { stampedStep } from '@/scripts/setup/stamped-step.mjs';

const place = path.join('bench', 'lighthouse');
const modules = path.join(root, place, 'node_modules');

/** Lighthouse's command, a script for node. */
export const lighthouse = path.join(modules, 'lighthouse', 'cli', 'index.js');

/** Installs Lighthouse from its own lock file, where that is not done. */
export const installLighthouse = () =>
  stampedStep({
    name: 'install',
    doing: 'installing Lighthouse',
    done: 'Lighthouse installed',
    stampFile: path.join(modules, '.switchyard-install'),
    fingerprint: () =>
      fingerprint([path.join(place, 'package.json'), path.join(place, 'package-lock.json')], []),
    present: () => fs.existsSync(lighthouse),
    work: async () => {
      await runTool('npm', ['ci', '--prefix', place, '--no-audit', '--no-fund'], {
        advice: 'Lighthouse could not be installed; the lines above say why.',
      });
    },
  });
