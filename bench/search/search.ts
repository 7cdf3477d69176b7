// @ts-check
import http from 'node:http';
import { figure } from '@/bench/figures/figure';
import { step } from '@/scripts/console/step.mjs';
import { installedCommand, runTool } from '@/scripts/setup/run-tool.mjs';

const indexes = ['/docs/search.json', '/dashboard/devdocs/search.json'];
const MOST_KILOBYTES = 150;
const MOST_MILLISECONDS = 20;

/**
 * What the search of both docs trees costs, against what it may.
 *
 * @param {Awaited<ReturnType<typeof import('@/bench/http/start-servers').startServers>>} servers
 * @returns {Promise<import('@/bench/figures/figure').Figure[]>}
 */
export async function measureSearch({ site }) {
  const addresses = indexes.map((path) => `${site.url}${path}`);
  const sizes = await Promise.all(addresses.map(transferred));
  const measure = () =>
    runTool(installedCommand('tsx'), ['bench/search/measure.ts', ...addresses], {
      advice: 'The search could not be measured; the lines above say why.',
    });
  const output = await step('search', 'searching both trees', measure, () => ({
    text: 'both trees searched',
  }));
  /** @type {{ milliseconds: number[] }} */
  const { milliseconds } = JSON.parse(output.trimEnd().split('\n').at(-1) ?? '');
  const slowest = milliseconds.sort((a, b) => a - b)[Math.floor(milliseconds.length * 0.95)] ?? Number.NaN;
  return [
    figure({
      name: 'search index of both trees',
      unit: 'kB gzip',
      measured: [sizes.reduce((sum, bytes) => sum + bytes, 0) / 1000],
      floor: [MOST_KILOBYTES],
      bar: { atMost: 1 },
    }),
    figure({
      name: 'search, 95th percentile',
      unit: 'ms',
      measured: [slowest],
      floor: [MOST_MILLISECONDS],
      bar: { atMost: 1 },
    }),
  ];
}

/** @param {string} url @returns {Promise<number>} the bytes of its body as they travel, gzip */
const transferred = (url) =>
  new Promise((resolve, reject) => {
    const request = http.get(url, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      let bytes = 0;
      response.on('data', (/** @type {Buffer} */ chunk) => {
        bytes += chunk.length;
      });
      response.on('end', () => resolve(bytes));
      response.on('error', reject);
    });
    request.on('error', reject);
  });
