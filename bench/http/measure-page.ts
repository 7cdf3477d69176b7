import { type Figure, figure } from '@/bench/figure';
import { measureInRounds } from '@/bench/rounds';
import { step } from '@/scripts/console/step.mjs';
import { dashboardScriptBytes, pageScriptBytes } from './loaded-script';
import { measureLoad } from './measure-load';
import { samplePages } from './sample-pages';
import type { Servers } from './start-servers';

const ROUNDS = 5;
const SECONDS = 2;

/** The least requests per second of a public page, compared with a bare one. */
const LEAST_RATE = 0.9;

/** The most script of a page, against a bare one, by path. */
const mostScript = new Map([
  ['/', 1.1],
  ['/docs', 1.2],
]);

/** The dashboard's allowed size in addition to a bare page, charts included: kB gzip. */
const DASHBOARD_ALLOWANCE = 110;

/** The cost of pages, compared with a page that contains only a heading. */
export async function measurePage({ site, bareNext }: Servers): Promise<Figure[]> {
  const pages = await samplePages(site.url);
  const urls = [`${bareNext.url}/`, ...pages.map(({ path }) => `${site.url}${path}`)];
  const [bare = [], ...loads] = await step(
    'page',
    'loading public pages',
    () => measureInRounds(urls, ROUNDS, (url) => measureLoad({ url }, SECONDS)),
    () => ({ text: `${pages.length} public pages loaded, ${ROUNDS} rounds` }),
  );
  const [bareScript = Number.NaN, ...scripts] = await pageScriptBytes(urls);
  const dashboardScript = await dashboardScriptBytes(site.url);
  const publicFigures = pages.flatMap(({ name, path }, index) => {
    const atMost = mostScript.get(path);
    return [
      figure({
        name: `${name}, against a bare page`,
        unit: 'requests/s',
        measured: (loads[index] ?? []).map((load) => load.requestsPerSecond),
        floor: bare.map((load) => load.requestsPerSecond),
        bar: { atLeast: LEAST_RATE },
      }),
      figure({
        name: `${name}, script`,
        unit: 'kB gzip',
        measured: [scripts[index] ?? Number.NaN],
        floor: [bareScript],
        ...(atMost && { bar: { atMost } }),
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
