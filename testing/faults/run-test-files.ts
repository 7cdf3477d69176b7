import fs from 'node:fs';
import path from 'node:path';
import { runChild } from '@/scripts/console/child.mjs';
import type { Fault } from './fault';

interface VitestReport {
  success: boolean;
  testResults: { assertionResults: { fullName: string; status: string }[] }[];
}

export interface TestRun {
  /** Whether every file could be loaded and every test passed. */
  ok: boolean;
  passed: number;
  /** The first test that failed; a file that can't be loaded has none. */
  failedTest: string | undefined;
  output: string;
}

/**
 * The projects of vitest.config.ts that may contain a file, with commas. Screens can't be tested beside others: each
 * begins with the schema engine, which runs once in a process.
 */
export function projectsOf(file: string): string {
  if (file.endsWith('.screen.test.ts')) return 'screens';
  return file.startsWith('commands/') ? 'commands' : 'unit,unit-alone';
}

/**
 * Runs the test files that notice faults, in a copy of the sources, until a test fails.
 *
 * @param directory of the copy
 * @param faults whose files belong to the same projects
 * @param env names the browser in CHROMIUM_PATH
 */
export async function runTestFiles(
  directory: string,
  faults: Fault[],
  env: Record<string, string>,
): Promise<TestRun> {
  const report = path.join(directory, 'vitest.json');
  fs.rmSync(report, { force: true });
  const files = [...new Set(faults.map(({ noticedBy }) => noticedBy))];
  const titles = faults.flatMap(({ test = [] }) => test);
  const only = titles.length === faults.length ? [`--testNamePattern=${titles.join('|')}`] : [];
  // Only these: the others would start their servers too.
  const projects = projectsOf(files[0] ?? '').split(',');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { code, output } = await runChild(
    path.join(directory, 'node_modules/.bin/vitest'),
    ['run', ...files, ...projects.map((name) => `--project=${name}`), ...only, ...reporters, '--bail=1'],
    { cwd: directory, env: { ...env, NODE_ENV: 'test' }, minutes: 10 },
  );
  if (!fs.existsSync(report)) return { ok: false, passed: 0, failedTest: undefined, output };
  const { success, testResults }: VitestReport = JSON.parse(fs.readFileSync(report, 'utf8'));
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  return {
    ok: code === 0 && success,
    passed: tests.filter(({ status }) => status === 'passed').length,
    failedTest: tests.find(({ status }) => status === 'failed')?.fullName,
    output,
  };
}
