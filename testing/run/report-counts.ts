import fs from 'node:fs';

/** How many tests passed and failed; `secondTry` names those that passed only after a failure. */
export interface Counts {
  passed: number;
  failed: number;
  secondTry?: string[];
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
}

interface Suite {
  specs?: { title: string; file: string; tests: { status: string }[] }[];
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
  }));

export const playwrightCounts = (report: string, code: number): Counts =>
  counts<PlaywrightReport>(report, code, ({ stats, suites, errors }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    secondTry: flakyIn(suites),
  }));

function flakyIn(suites: Suite[]): string[] {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map(({ file, title }) => `${file}: ${title}`),
    ...flakyIn(inner),
  ]);
}
