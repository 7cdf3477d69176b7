// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { median } from '@/bench/figures/statistics';
import { runTool } from '@/scripts/setup/run-tool.mjs';
import { temporaryDirectory } from '@/testing/run/test-variables';
import { lighthouse } from './install-lighthouse';

const RUNS = 3; // of the performance audits, which other work on the machine disturbs
const categories = ['performance', 'accessibility', 'best-practices', 'seo'];
const metrics = {
  'first-contentful-paint': 'FCP',
  'largest-contentful-paint': 'LCP',
  'total-blocking-time': 'TBT',
  'cumulative-layout-shift': 'CLS',
  'speed-index': 'SI',
};

/**
 * @typedef {object} PageAudit
 * @property {string} path
 * @property {Record<string, number>} scores 0 to 100, by category; performance is the median of three runs
 * @property {Record<string, number>} metrics medians: milliseconds, CLS without a unit
 * @property {string[]} faults the audits that cost accessibility, best practices or SEO a point
 */

/**
 * What is read of Lighthouse's report.
 * @typedef {object} Report
 * @property {Record<string, { score: number | null, title: string, numericValue?: number }>} audits
 * @property {Record<string, { score: number, auditRefs: { id: string, weight: number }[] }>} categories
 */

/**
 * Audits one page as Lighthouse does for a phone on a slow network.
 *
 * @param {string} origin
 * @param {string} page its path
 * @param {string} chromium
 * @returns {Promise<PageAudit>}
 * @throws {import('@/scripts/console/stop.mjs').Stop} when Lighthouse could not finish
 */
export async function auditPage(origin, page, chromium) {
  const file = path.join(temporaryDirectory(), 'report.json');
  /** @type {Report[]} */
  const reports = [];
  for (let run = 0; run < RUNS; run += 1) {
    const asked = run === 0 ? categories : ['performance'];
    const args = [
      `${origin}${page}`,
      ...['--quiet', '--no-enable-error-reporting', '--output=json', `--output-path=${file}`],
      `--only-categories=${asked.join(',')}`,
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-background-networking',
    ];
    await runTool(process.execPath, [lighthouse, ...args], {
      env: { CHROME_PATH: chromium },
      advice: 'Lighthouse could not finish; the lines above say why.',
    });
    reports.push(JSON.parse(fs.readFileSync(file, 'utf8')));
  }
  const scoresOf = (/** @type {string} */ name) =>
    reports.flatMap((report) => report.categories[name]?.score ?? []);
  return {
    path: page,
    scores: Object.fromEntries(categories.map((name) => [name, Math.round(median(scoresOf(name)) * 100)])),
    metrics: Object.fromEntries(
      Object.entries(metrics).map(([id, name]) => [
        name,
        median(reports.map((report) => report.audits[id]?.numericValue ?? Number.NaN)),
      ]),
    ),
    faults: reports
      .slice(0, 1)
      .flatMap((report) => categories.slice(1).flatMap((name) => faultsIn(report, name))),
  };
}

/**
 * @param {Report} report
 * @param {string} category
 * @returns {string[]} what its audits that cost points found
 */
function faultsIn({ audits, categories: all }, category) {
  const weighed = (all[category]?.auditRefs ?? []).filter(({ weight }) => weight > 0);
  return weighed.flatMap(({ id }) => {
    const audit = audits[id];
    return audit && audit.score !== null && audit.score < 1 ? [`${category}: ${audit.title} (${id})`] : [];
  });
}
