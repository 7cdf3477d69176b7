import fs from 'node:fs';
import path from 'node:path';
import { runChild } from '@/scripts/console/child.mjs';
import { root } from '@/scripts/project.mjs';
import { installedCommand } from '@/scripts/setup/run-tool.mjs';
import { lockProblems, packageTrees } from './lock-problems';
import { playwrightCounts, vitestCounts } from './report-counts';
import type { CommandLine } from './server-process';
import type { Outcome } from './tally';

type Variables = Record<string, string>;

/** Minutes after which a stage hangs: many times what it takes, because a machine may be slow. */
const longest = { sources: 20, tests: 45 };

/**
 * Runs commands until one fails; together they count as one check.
 * @param commands installed ones
 */
async function oneCheck(commands: CommandLine[]): Promise<Outcome> {
  for (const [command, ...args] of commands) {
    const { code, output } = await runChild(installedCommand(command), args, { minutes: longest.sources });
    if (code !== 0) return { passed: 0, failed: 1, output };
  }
  return { passed: 1, failed: 0, output: '' };
}

/** Types, including those of the GraphQL documents: `tsc` alone accepts a field that isn't in the schema. */
export const checkTypes = () =>
  oneCheck([
    ['next', 'typegen'],
    ['gql.tada', 'check'],
    // TypeScript 7 takes a third of the time; gql.tada still needs the API of TypeScript 6.
    ['../typescript-native/bin/tsc', '--noEmit'],
  ]);

export const checkLint = () =>
  oneCheck([
    ['biome', 'check', '.'],
    ['depcruise', '--config', '.dependency-cruiser.mjs', '--output-type', 'err-long', '.'],
  ]);

/** Checks that every package tree of the project is exactly what was reviewed, from the registry alone. */
export async function checkPackages(): Promise<Outcome> {
  const problems = packageTrees.map((folder) => {
    const [manifest, lock] = ['package.json', 'package-lock.json'].map((name) =>
      JSON.parse(fs.readFileSync(path.join(root, folder, name), 'utf8')),
    );
    return lockProblems(manifest, lock).map((problem) => (folder ? `${folder}: ${problem}` : problem));
  });
  const failed = problems.filter(({ length }) => length > 0).length;
  return { passed: packageTrees.length - failed, failed, output: problems.flat().join('\n') };
}

const contract = path.join('..', 'shared', 'contract', 'check.mjs');

/** Whether the API contract is next to this checkout. */
export const hasContract = () => fs.existsSync(path.join(root, contract));

/** @param serverUrl a server with demo data, which is checked too */
export async function checkContract(serverUrl?: string): Promise<Outcome> {
  const servers = serverUrl ? [`${serverUrl}/api/graphql`] : [];
  const { output } = await runChild(process.execPath, [contract, 'graphql/schema.graphql', ...servers], {
    minutes: longest.sources,
  });
  const [, passed = 0, failed = 1] = /(\d+) passed, (\d+) failed\s*$/.exec(output) ?? [];
  return { passed: Number(passed), failed: Number(failed), output };
}

/** Empty variables unset: unlike the project's commands, the test runners don't do that themselves. */
const unsetEmpty = (env: Variables): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value || undefined]));

/**
 * Runs projects of vitest.config.ts.
 * @param directory for the report
 */
async function runVitest(projects: string[], directory: string, env: Variables): Promise<Outcome> {
  const report = path.join(directory, `${projects[0]}.json`);
  const args = ['run', ...projects.map((name) => `--project=${name}`)];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { code, output } = await runChild(installedCommand('vitest'), [...args, ...reporters], {
    env: { ...unsetEmpty(env), NODE_ENV: 'test' },
    minutes: longest.tests,
  });
  return { ...vitestCounts(report, code), output };
}

/** @param directory for the report */
export const runUnitTests = (directory: string, env: Variables) =>
  runVitest(['unit', 'unit-alone'], directory, env);

/**
 * The unit and API tests whose outcome the store decides (vitest.config.ts), each on a PostgreSQL database of its own.
 * @param directory for the report
 * @param env names the PostgreSQL server in TEST_POSTGRES_URL
 */
export const runPostgresTests = (directory: string, env: Variables & { TEST_POSTGRES_URL: string }) =>
  runVitest(['unit'], directory, env);

/**
 * Tests of whole commands, each in a process of its own.
 * @param directory for the report
 */
export const runCommandTests = (directory: string, env: Variables) => runVitest(['commands'], directory, env);

/**
 * Tests of one screen at a time in a browser, over the real API.
 * @param directory for the report
 * @param env names the browser in CHROMIUM_PATH
 */
export const runScreenTests = (directory: string, env: Variables) => runVitest(['screens'], directory, env);

/**
 * Asks the served site without a browser.
 * @param directory for the report
 * @param env its E2E_URL names the site, its DATABASE_URL that site's database
 */
export const runHttpTests = (directory: string, env: Variables) => runVitest(['http'], directory, env);

/**
 * Flows of e2e/ through the site that E2E_URL names.
 * @param directory for the report
 * @param flows Playwright's arguments that select them; all by default
 */
export async function runBrowserTests(
  directory: string,
  env: Variables,
  flows: readonly string[] = [],
): Promise<Outcome> {
  const report = path.join(directory, 'playwright.json');
  const { code, output } = await runChild(installedCommand('playwright'), ['test', ...flows], {
    env: { ...unsetEmpty(env), E2E_REPORT: report },
    minutes: longest.tests,
  });
  // Without the progress lines, which would push the failures out of sight.
  return { ...playwrightCounts(report, code), output: output.replace(/^\[\d+\/\d+\] .*\n/gm, '') };
}
