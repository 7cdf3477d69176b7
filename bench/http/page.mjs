// @ts-check
import { step } from '../../scripts/console/step.mjs';
import { figure } from '../figures/figure.mjs';
import { measureInRounds } from '../figures/rounds.mjs';
import { measureLoad } from './measure-load.mjs';
import { scriptBytes } from './script-bytes.mjs';

const ROUNDS = 5;
const SECONDS = 2;

/**
 * What a public page costs, against one that holds a heading and nothing else.
 *
 * @param {Awaited<ReturnType<typeof import('./start-servers.mjs').startServers>>} servers
 * @returns {Promise<import('../figures/figure.mjs').Figure[]>}
 */
export async function measurePage({ site, floor }) {
  const pages = [`${floor.url}/`, `${site.url}/`];
  const [bare = [], landing = []] = await step(
    'page',
    'loading the landing page',
    () => measureInRounds(pages, ROUNDS, (url) => measureLoad({ url }, SECONDS)),
    () => ({ text: `landing page loaded, ${ROUNDS} rounds` }),
  );
  const [bareScript = Number.NaN, landingScript = Number.NaN] = await Promise.all(pages.map(scriptBytes));
  return [
    figure({
      name: 'landing, against a bare page',
      unit: 'requests/s',
      measured: landing.map((load) => load.requestsPerSecond),
      floor: bare.map((load) => load.requestsPerSecond),
      bar: { atLeast: 0.9 },
    }),
    figure({
      name: 'landing, script',
      unit: 'kB gzip',
      measured: [landingScript],
      floor: [bareScript],
      bar: { atMost: 1.15 },
    }),
  ];
}
