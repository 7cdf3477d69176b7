// @ts-check

import { figure } from '@/bench/figures/figure';
import { measureInRounds } from '@/bench/figures/rounds';
import { step } from '@/scripts/console/step.mjs';
import { dashboardScriptBytes } from './dashboard-script';
import { measureLoad } from './measure-load';
import { samplePages } from './sample-pages';
import { scriptBytes } from './script-bytes';

const ROUNDS = 5;
const SECONDS = 2;

/** What the pages that have bars must keep to, by path; the others are larger, and stand here to be watched. */
const bars = new Map([
  ['/', { rate: 0.9, script: 1.15 }],
  ['/docs', { rate: 0.9, script: 1.2 }],
]);

/** What the dashboard may load over a bare page, charts included: kB gzip. */
const DASHBOARD_ALLOWANCE = 110;

/**
 * What pages cost, against one that holds a heading and nothing else.
 *
 * @param {Awaited<ReturnType<typeof import('./start-servers').startServers>>} servers
 * @returns {Promise<import('@/bench/figures/figure').Figure[]>}
 */
export async function measurePage({ site, floor }) {
  const pages = await samplePages(site.url);
  const urls = [`${floor.url}/`, ...pages.map(({ path }) => `${site.url}${path}`)];
  const [bare = [], ...loads] = await step(
    'page',
    'loading public pages',
    () => measureInRounds(urls, ROUNDS, (url) => measureLoad({ url }, SECONDS)),
    () => ({ text: `${pages.length} public pages loaded, ${ROUNDS} rounds` }),
  );
  const [bareScript = Number.NaN, ...scripts] = await Promise.all(urls.map(scriptBytes));
  const dashboardScript = await dashboardScriptBytes(site.url);
  const publicFigures = pages.flatMap(({ name, path }, index) => {
    const bar = bars.get(path);
    return [
      figure({
        name: `${name}, against a bare page`,
        unit: 'requests/s',
        measured: (loads[index] ?? []).map((load) => load.requestsPerSecond),
        floor: bare.map((load) => load.requestsPerSecond),
        ...(bar && { bar: { atLeast: bar.rate } }),
      }),
      figure({
        name: `${name}, script`,
        unit: 'kB gzip',
        measured: [scripts[index] ?? Number.NaN],
        floor: [bareScript],
        ...(bar && { bar: { atMost: bar.script } }),
      }),
    ];
  });
  return [
    ...publicFigures,
    figure({
      name: `dashboard, script with charts (${DASHBOARD_ALLOWANCE} kB over a bare page)`,
      unit: 'kB gzip',
      measured: [dashboardScript],
      floor: [bareScript],
      bar: { atMost: Number(((bareScript + DASHBOARD_ALLOWANCE) / bareScript).toFixed(3)) },
    }),
  ];
}
