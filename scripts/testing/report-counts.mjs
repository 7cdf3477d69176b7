// @ts-check
import fs from 'node:fs';

/** @typedef {{ passed: number, failed: number }} Counts */

/** @typedef {{ status: string, assertionResults: unknown[] }} VitestFile */
/** @typedef {{ numPassedTests: number, numFailedTests: number, testResults: VitestFile[] }} VitestReport */
/** @typedef {{ stats: { expected: number, unexpected: number, flaky: number }, errors: unknown[] }} PlaywrightReport */

/**
 * @template Report
 * @param {string} report a JSON file, missing when the runner broke
 * @param {number} code the runner's exit code
 * @param {(report: Report) => Counts} count
 * @returns {Counts} with at least one failure when the runner says that something failed
 */
function counts(report, code, count) {
  const { passed, failed } = fs.existsSync(report)
    ? count(JSON.parse(fs.readFileSync(report, 'utf8')))
    : { passed: 0, failed: 1 };
  return { passed, failed: code === 0 ? failed : Math.max(failed, 1) };
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
  counts(report, code, (/** @type {PlaywrightReport} */ { stats, errors }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
  }));
