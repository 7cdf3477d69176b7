import fs from 'node:fs';
import path from 'node:path';
import { root } from '@/scripts/project.mjs';

interface TimedTest {
  /** Its file and title. */
  test: string;
  seconds: number;
}

/** How many tests passed and failed. */
export interface Counts {
  passed: number;
  failed: number;
  /** Tests that passed only after a failure. */
  secondTry?: string[];
  /** How long each test took. */
  times?: TimedTest[];
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    assertionResults: { title: string; duration?: number | null }[];
  }[];
}

interface Suite {
  specs?: { title: string; file: string; tests: { status: string; results: { duration: number }[] }[] }[];
  suites?: Suite[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
  suites: Suite[];
  errors: unknown[];
}

/**
 * Counts with at least one failure if the runner says that something failed.
 *
 * @param report a JSON file, missing if the runner broke
 * @param code the runner's exit code
 */
function counts<Report>(report: string, code: number, count: (report: Report) => Counts): Counts {
  const counted = fs.existsSync(report)
    ? count(JSON.parse(fs.readFileSync(report, 'utf8')))
    : { passed: 0, failed: 1 };
  return { ...counted, failed: code === 0 ? counted.failed : Math.max(counted.failed, 1) };
}

/** A file that can't be loaded counts as one failure. */
export const vitestCounts = (report: string, code: number): Counts =>
  counts<VitestReport>(report, code, ({ numPassedTests, numFailedTests, testResults }) => ({
    passed: numPassedTests,
    failed:
      numFailedTests +
      testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length,
    times: testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ title, duration }) => ({
        test: `${path.relative(root, name)}: ${title}`,
        seconds: (duration ?? 0) / 1000,
      })),
    ),
  }));

export const playwrightCounts = (report: string, code: number): Counts =>
  counts<PlaywrightReport>(report, code, ({ stats, suites, errors }) => {
    const tests = suites.flatMap(testsOf);
    return {
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected + errors.length,
      secondTry: tests.filter(({ flaky }) => flaky).map(({ test }) => test),
      times: tests.map(({ test, seconds }) => ({ test, seconds })),
    };
  });

function testsOf({ specs = [], suites = [] }: Suite): (TimedTest & { flaky: boolean })[] {
  const own = specs.map(({ file, title, tests }) => ({
    test: `e2e/${file}: ${title}`,
    flaky: tests.some(({ status }) => status === 'flaky'),
    seconds: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0) / 1000,
  }));
  return [...own, ...suites.flatMap(testsOf)];
}
