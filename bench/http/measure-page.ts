import { gzipSync } from 'node:zlib';
import { type Figure, figure } from '@/bench/figure';
import { measureInRounds } from '@/bench/rounds';
import { step } from '@/scripts/console/step.mjs';
import { dashboardScriptBytes } from './dashboard-script';
import { measureLoad } from './measure-load';
import { samplePages } from './sample-pages';
import type { Servers } from './start-servers';

const ROUNDS = 5;
const SECONDS = 2;

/** What the pages with bars must keep to, by path. The other pages are larger, and are measured to be watched. */
const bars = new Map([
  ['/', { rate: 0.9, script: 1.15 }],
  ['/docs', { rate: 0.9, script: 1.2 }],
]);

/** What the dashboard may load in addition to a bare page, charts included: kB gzip. */
const DASHBOARD_ALLOWANCE = 110;

/** What pages cost, compared with one that contains a heading and nothing else. */
export async function measurePage({ site, bareNext }: Servers): Promise<Figure[]> {
  const pages = await samplePages(site.url);
  const urls = [`${bareNext.url}/`, ...pages.map(({ path }) => `${site.url}${path}`)];
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
        bar: bar && { atLeast: bar.rate },
      }),
      figure({
        name: `${name}, script`,
        unit: 'kB gzip',
        measured: [scripts[index] ?? Number.NaN],
        floor: [bareScript],
        bar: bar && { atMost: bar.script },
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

/**
 * The script that a modern browser loads before the page is interactive: the files that its HTML names, gzip.
 *
 * @returns kB (10^3 bytes)
 */
async function scriptBytes(url: string): Promise<number> {
  const html = await (await fetch(url)).text();
  const tags = [...html.matchAll(/<script\b[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => !/nomodule/i.test(tag));
  const sources = new Set(tags.flatMap((tag) => /\bsrc="([^"]+)"/.exec(tag)?.[1] ?? []));
  let bytes = 0;
  for (const source of sources) {
    const response = await fetch(new URL(source, url));
    if (!response.ok) throw new Error(`${source} of ${url} returned ${response.status}.`);
    bytes += gzipSync(Buffer.from(await response.arrayBuffer())).length;
  }
  return bytes / 1000;
}
