// @ts-check
import fs from 'node:fs';

/** @typedef {{ passed: number, failed: number, secondTry?: string[] }} Counts `secondTry` names what passed after it failed */

/** @typedef {{ status: string, assertionResults: unknown[] }} VitestFile */
/** @typedef {{ numPassedTests: number, numFailedTests: number, testResults: VitestFile[] }} VitestReport */
/** @typedef {{ title: string, file: string, tests: { status: string }[] }} Spec */
/** @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite */
/** @typedef {{ stats: { expected: number, unexpected: number, flaky: number }, suites: Suite[], errors: unknown[] }} PlaywrightReport */

/**
 * @template Report
 * @param {string} report a JSON file, missing when the runner broke
 * @param {number} code the runner's exit code
 * @param {(report: Report) => Counts} count
 * @returns {Counts} with at least one failure when the runner says that something failed
 */
function counts(report, code, count) {
  const counted = fs.existsSync(report)
    ? count(JSON.parse(fs.readFileSync(report, 'utf8')))
    : { passed: 0, failed: 1 };
  return { ...counted, failed: code === 0 ? counted.failed : Math.max(counted.failed, 1) };
}

/** @param {string} report @param {number} code @returns {Counts} a file that cannot be loaded counts as one failure */
export const vitestCounts = (report, code) =>
  counts(report, code, (/** @type {VitestReport} */ { numPassedTests, numFailedTests, testResults }) => ({
    passed: numPassedTests,
    failed:
      numFailedTests +
      testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length,
  }));

/** @param {string} report @param {number} code @returns {Counts} */
export const playwrightCounts = (report, code) =>
  counts(report, code, (/** @type {PlaywrightReport} */ { stats, suites, errors }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    secondTry: flakyIn(suites),
  }));

/** @param {Suite[]} suites @returns {string[]} file and title of each test that passed at its second try */
function flakyIn(suites) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map(({ file, title }) => `${file}: ${title}`),
    ...flakyIn(inner),
  ]);
}
