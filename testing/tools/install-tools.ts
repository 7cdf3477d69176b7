import fs from 'node:fs';
import path from 'node:path';
import { root } from '@/scripts/project.mjs';
import { runTool } from '@/scripts/setup/run-tool.mjs';
import { fingerprint, stampedStep } from '@/scripts/setup/stamped-step.mjs';

const folder = path.join('testing', 'tools');
const modules = path.join(root, folder, 'node_modules');

/** The files of the tools that are run or imported. */
export const tools = {
  dbos: path.join(modules, '@dbos-inc', 'dbos-sdk', 'dist', 'src', 'index.js'),
  /** The module of Stryker's that makes mutants. */
  instrumenter: path.join(modules, '@stryker-mutator', 'instrumenter', 'dist', 'src', 'index.js'),
  /** A script for node. */
  lighthouse: path.join(modules, 'lighthouse', 'cli', 'index.js'),
  /** It drives Firefox; Lighthouse uses it too. */
  puppeteer: path.join(modules, 'puppeteer-core', 'lib', 'esm', 'puppeteer', 'puppeteer-core.js'),
};

/** Installs the tools from their own lock file, if that isn't done. The site and its tests never see them. */
export const installTools = (): Promise<void> =>
  stampedStep({
    name: 'install',
    doing: 'installing Lighthouse, Puppeteer, DBOS, and Stryker',
    done: 'Lighthouse, Puppeteer, DBOS, and Stryker installed',
    stampFile: path.join(modules, '.switchyard-install'),
    fingerprint: () =>
      fingerprint([path.join(folder, 'package.json'), path.join(folder, 'package-lock.json')], []),
    present: () => Object.values(tools).every((file) => fs.existsSync(file)),
    work: async () => {
      await runTool('npm', ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'], {
        advice: "The tools couldn't be installed; the lines above say why.",
      });
    },
  });
