import http from 'node:http';
import { type Figure, figure } from '@/bench/figure';
import type { Servers } from '@/bench/http/start-servers';
import { buildSearchIndex } from '@/components/content/docs/search-index';
import type { SearchEntry } from '@/lib/content/search-entries';
import { step } from '@/scripts/console/step.mjs';

const indexes = ['/docs/search.json', '/dashboard/devdocs/search.json'];
const MOST_KILOBYTES = 150;
const MOST_MILLISECONDS = 20;
const ROUNDS = 20;
const typed = [
  'fallback',
  'max_tokens',
  'queueAsyncWorkflow',
  'retry after',
  'rotate key',
  'rate limited',
  'webhook signature',
];

/** What the search of both docs trees costs, compared with what it may cost. */
export async function measureSearch({ site }: Servers): Promise<Figure[]> {
  const addresses = indexes.map((path) => `${site.url}${path}`);
  const sizes = await Promise.all(addresses.map(transferredBytes));
  const milliseconds = await step(
    'search',
    'searching both trees',
    () => searchTimes(addresses),
    () => ({
      text: 'both trees searched',
    }),
  );
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

/** The milliseconds of each query that a person sends while typing, over all trees in one index. */
async function searchTimes(addresses: readonly string[]): Promise<number[]> {
  const trees = await Promise.all(
    addresses.map(async (address) => (await fetch(address)).json() as Promise<SearchEntry[]>),
  );
  const find = buildSearchIndex(trees.flat());
  const queries = typed.flatMap((text) => [...text].map((_, index) => text.slice(0, index + 1)));
  const milliseconds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    for (const query of queries) {
      const start = performance.now();
      find(query);
      milliseconds.push(performance.now() - start);
    }
  return milliseconds;
}

/** The size of a response's body as it is sent: gzip. */
const transferredBytes = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const request = http.get(url, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('end', () => resolve(bytes));
      response.on('error', reject);
    });
    request.on('error', reject);
  });
