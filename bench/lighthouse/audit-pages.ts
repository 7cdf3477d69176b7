// @ts-check

import { samplePages } from '@/bench/http/sample-pages';
import { step } from '@/scripts/console/step.mjs';
import { auditPage } from './audit-page';

/** @typedef {import('./audit-page').PageAudit} PageAudit */

/** The least score of each category. */
const bars = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 };

/**
 * Audits one public page of each kind and prints a line about each.
 *
 * @param {string} origin of a running site
 * @param {string} chromium
 * @returns {Promise<PageAudit[]>}
 */
export async function auditPages(origin, chromium) {
  const audits = [];
  for (const { path } of await samplePages(origin))
    audits.push(await step('audit', path, () => auditPage(origin, path, chromium), summary));
  return audits;
}

/** @param {PageAudit} audit @returns {{ text: string, ok: boolean }} */
function summary({ path, scores, metrics, faults }) {
  const shown = [
    ...Object.entries(scores).map(([name, score]) => `${name} ${score}`),
    ...Object.entries(metrics).map(([name, value]) =>
      name === 'CLS' ? `CLS ${value.toFixed(3)}` : `${name} ${Math.round(value)} ms`,
    ),
  ];
  return { text: [`${path}: ${shown.join(', ')}`, ...faults].join('\n    '), ok: holds({ scores }) };
}

/** @param {Pick<PageAudit, 'scores'>} audit @returns {boolean} whether every score keeps its bar */
export const holds = ({ scores }) =>
  Object.entries(bars).every(([name, least]) => (scores[name] ?? 0) >= least);
