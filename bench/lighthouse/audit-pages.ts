import fs from 'node:fs';
import path from 'node:path';
import { median } from '@/bench/figure';
import { samplePages } from '@/bench/http/sample-pages';
import { step } from '@/scripts/console/step.mjs';
import { runTool } from '@/scripts/setup/run-tool.mjs';
import { temporaryDirectory } from '@/testing/run/test-variables';
import { tools } from '@/testing/tools/install-tools';

const RUNS = 3; // of the performance audits, which other work on the machine disturbs
const categories = ['performance', 'accessibility', 'best-practices', 'seo'];
const metrics = {
  'first-contentful-paint': 'FCP',
  'largest-contentful-paint': 'LCP',
  'total-blocking-time': 'TBT',
  'cumulative-layout-shift': 'CLS',
  'speed-index': 'SI',
};

/** The least score of each category. */
const bars = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 };

interface PageAudit {
  path: string;
  /** 0 to 100, by category; performance is the median of three runs. */
  scores: Record<string, number>;
  /** Medians by name: milliseconds, and CLS without a unit. */
  metrics: Record<string, number>;
  /** The audits that cost accessibility, best practices or SEO a point. */
  faults: string[];
}

/** The part of Lighthouse's report that is read. */
interface Report {
  audits: Record<string, { score: number | null; title: string; numericValue?: number }>;
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>;
}

/**
 * Audits one public page of each kind of a running site, and prints a line for each.
 *
 * @param chromium the path of a browser
 * @throws Stop if Lighthouse can't finish
 */
export async function auditPages(origin: string, chromium: string): Promise<PageAudit[]> {
  const audits: PageAudit[] = [];
  for (const { path: page } of await samplePages(origin))
    audits.push(await step('audit', page, () => auditPage(origin, page, chromium), summary));
  return audits;
}

/** Whether every score keeps to its bar. */
export const meetsBars = ({ scores }: Pick<PageAudit, 'scores'>): boolean =>
  Object.entries(bars).every(([name, least]) => (scores[name] ?? 0) >= least);

function summary({ path: page, scores, metrics: values, faults }: PageAudit) {
  const shown = [
    ...Object.entries(scores).map(([name, score]) => `${name} ${score}`),
    ...Object.entries(values).map(([name, value]) =>
      name === 'CLS' ? `CLS ${value.toFixed(3)}` : `${name} ${Math.round(value)} ms`,
    ),
  ];
  return { text: [`${page}: ${shown.join(', ')}`, ...faults].join('\n    '), ok: meetsBars({ scores }) };
}

/** Audits one page as Lighthouse does for a phone on a slow network. */
async function auditPage(origin: string, page: string, chromium: string): Promise<PageAudit> {
  const file = path.join(temporaryDirectory(), 'report.json');
  const reports: Report[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const requested = run === 0 ? categories : ['performance'];
    const args = [
      `${origin}${page}`,
      ...['--quiet', '--no-enable-error-reporting', '--output=json', `--output-path=${file}`],
      `--only-categories=${requested.join(',')}`,
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-background-networking',
    ];
    await runTool(process.execPath, [tools.lighthouse, ...args], {
      env: { CHROME_PATH: chromium },
      advice: "Lighthouse couldn't finish; the lines above say why.",
    });
    reports.push(JSON.parse(fs.readFileSync(file, 'utf8')));
  }
  const scoresOf = (name: string) => reports.flatMap((report) => report.categories[name]?.score ?? []);
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

/** The findings in a category that cost points. */
function faultsIn({ audits, categories: all }: Report, category: string): string[] {
  const weighed = (all[category]?.auditRefs ?? []).filter(({ weight }) => weight > 0);
  return weighed.flatMap(({ id }) => {
    const audit = audits[id];
    return audit && audit.score !== null && audit.score < 1 ? [`${category}: ${audit.title} (${id})`] : [];
  });
}
