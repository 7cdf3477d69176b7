import { checkProse } from '@/testing/prose/check-prose';
import { checkLint, checkPackages, checkTypes, runUnitTests } from '@/testing/run/stages';
import { tally } from '@/testing/run/tally';
import { temporaryDirectory, testVariables } from '@/testing/run/test-variables';

/** Checks types, style, prose and packages, and runs the unit tests: what takes under two minutes. */
export default async function check(): Promise<void> {
  const directory = temporaryDirectory();
  const { stage, finish } = tally();
  await Promise.all([
    stage('types', 'checking types', checkTypes),
    stage('lint', 'checking style and import rules', checkLint),
  ]);
  await stage('prose', 'checking how the project writes', checkProse);
  await stage('packages', 'checking the lock files', checkPackages);
  await stage('unit', 'running unit and API tests', () =>
    runUnitTests(directory, testVariables(directory, 3000)),
  );
  finish();
}
