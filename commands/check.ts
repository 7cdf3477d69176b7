import { checkLint, checkPackages, checkTypes, runUnitTests } from '@/testing/run/stages';
import { tally } from '@/testing/run/tally';
import { temporaryDirectory, testVariables } from '@/testing/run/test-variables';

/** Checks types, style and packages, and runs the unit tests: what takes under two minutes. */
export default async function check(): Promise<void> {
  const directory = temporaryDirectory();
  const { stage, finish } = tally();
  await Promise.all([
    stage('types', 'checking types', checkTypes),
    stage('lint', 'checking style and import rules', checkLint),
  ]);
  await stage('packages', 'checking the lock files', checkPackages);
  await stage('unit', 'running unit and API tests', () =>
    runUnitTests(directory, testVariables(directory, 3000)),
  );
  finish();
}
