import { performance } from 'node:perf_hooks';
import { buildSearchIndex } from '@/components/content/docs/search-index';
import type { SearchEntry } from '@/lib/content/search-entries';

// Arguments: the addresses of the trees' indexes. Prints { milliseconds } as JSON: how long each of the queries takes
// that a person sends while typing, over all trees in one index.

const typed = [
  'fallback',
  'max_tokens',
  'queueAsyncWorkflow',
  'retry after',
  'rotate key',
  'rate limited',
  'webhook signature',
];
const ROUNDS = 20;

const trees = await Promise.all(
  process.argv.slice(2).map(async (address) => (await fetch(address)).json() as Promise<SearchEntry[]>),
);
const find = buildSearchIndex(trees.flat());
const queries = typed.flatMap((text) => [...text].map((_, index) => text.slice(0, index + 1)));
const milliseconds = [];
for (let round = 0; round < ROUNDS; round += 1)
  for (const query of queries) {
    const start = performance.now();
    find(query);
    milliseconds.push(performance.now() - start);
  }
console.log(JSON.stringify({ milliseconds }));
