// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { runChild } from '@/scripts/console/child.mjs';
import { root } from '@/scripts/project.mjs';
import { installedCommand } from '@/scripts/setup/run-tool.mjs';
import { lockProblems } from './lock-problems';
import { playwrightCounts, vitestCounts } from './report-counts';

/** @typedef {import('./tally').Outcome} Outcome */
/** @typedef {Record<string, string>} Variables */

/**
 * Runs commands until one fails; together they count as one check.
 * @param {[string, ...string[]][]} commands installed ones, with arguments
 * @returns {Promise<Outcome>}
 */
async function oneCheck(commands) {
  for (const [command, ...args] of commands) {
    const { code, output } = await runChild(installedCommand(command), args, { minutes: 5 });
    if (code !== 0) return { passed: 0, failed: 1, output };
  }
  return { passed: 1, failed: 0, output: '' };
}

/** Types, those of the GraphQL documents included: `tsc` alone takes a field that is not in the schema. */
export const checkTypes = () =>
  oneCheck([
    ['next', 'typegen'],
    ['gql.tada', 'check'],
    ['tsc', '--noEmit'],
  ]);

export const checkLint = () =>
  oneCheck([
    ['biome', 'check', '.'],
    ['depcruise', '--config', '.dependency-cruiser.mjs', '--output-type', 'err-long', '.'],
  ]);

/** Every package tree of the project: exactly what was reviewed, from the registry alone. @returns {Promise<Outcome>} */
export async function checkPackages() {
  const folders = ['', 'bench/lighthouse'];
  const problems = folders.map((folder) => {
    const [manifest, lock] = ['package.json', 'package-lock.json'].map((name) =>
      JSON.parse(fs.readFileSync(path.join(root, folder, name), 'utf8')),
    );
    return lockProblems(manifest, lock).map((problem) => (folder ? `${folder}: ${problem}` : problem));
  });
  const failed = problems.filter(({ length }) => length > 0).length;
  return { passed: folders.length - failed, failed, output: problems.flat().join('\n') };
}

const contract = path.join('..', 'shared', 'contract', 'check.mjs');

/** Whether the API contract lies beside this checkout. */
export const hasContract = () => fs.existsSync(path.join(root, contract));

/** @param {string} [serverUrl] a server with demo data, to be asked too @returns {Promise<Outcome>} */
export async function checkContract(serverUrl) {
  const asked = serverUrl ? [`${serverUrl}/api/graphql`] : [];
  const { output } = await runChild(process.execPath, [contract, 'graphql/schema.graphql', ...asked], {
    minutes: 2,
  });
  const [, passed = 0, failed = 1] = /(\d+) passed, (\d+) failed\s*$/.exec(output) ?? [];
  return { passed: Number(passed), failed: Number(failed), output };
}

/** @param {string} directory for the report @param {Variables} env @returns {Promise<Outcome>} */
export async function runUnitTests(directory, env) {
  const report = path.join(directory, 'vitest.json');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { code, output } = await runChild(installedCommand('vitest'), args, {
    env: { ...env, NODE_ENV: 'test' },
    minutes: 10,
  });
  return { ...vitestCounts(report, code), output };
}

/** @param {string} directory for the report @param {Variables} env @returns {Promise<Outcome>} */
export async function runBrowserTests(directory, env) {
  const report = path.join(directory, 'playwright.json');
  const { code, output } = await runChild(installedCommand('playwright'), ['test'], {
    env: { ...env, E2E_REPORT: report },
    minutes: 20,
  });
  // The progress of the others would push what failed out of sight.
  return { ...playwrightCounts(report, code), output: output.replace(/^\[\d+\/\d+\] .*\n/gm, '') };
}
