import { AsyncLocalStorage } from 'node:async_hooks';
import { SignInLimiter } from '@/lib/server/auth/sign-in-limiter';
import { ApiLimiter } from '@/lib/server/rate-limit/api-limiter';
import type { CounterSize } from './measure-abuse';

// `node --expose-gc --import tsx bench/abuse/counters-program.ts` measures what a counter of each kind keeps in memory,
// each made in an async context that holds a request. It prints CounterSize[] as JSON.

const KEYS = 20_000;
/** What a request to a server in front keeps alive (bytes), as it was measured. */
const REQUEST = 32_000;

const requests = new AsyncLocalStorage<number[]>();
const address = (key: number) => `198.${18 + (key >> 16)}.${(key >> 8) & 255}.${key & 255}`;

const makers: Record<string, () => (key: number) => Promise<unknown>> = {
  'an entry of a Map': () => {
    const counters = new Map<string, { count: number; endsAt: number }>();
    return async (key) => counters.set(address(key), { count: 1, endsAt: Date.now() });
  },
  'a client of the API': () => {
    const limiter = new ApiLimiter({ perClient: 100, perAccount: 100 });
    return (key) => limiter.countClient(address(key));
  },
  'a failed sign-in with a new email address': () => {
    const limiter = new SignInLimiter();
    return (key) => limiter.attempt(`person-${key}@example.com`, address(key), async () => null);
  },
};

async function bytesOf(make: () => (key: number) => Promise<unknown>): Promise<number> {
  const count = make();
  const run = async (from: number, to: number) => {
    for (let key = from; key < to; key += 1) {
      const request = new Array<number>(REQUEST / 8).fill(key);
      await requests.run(request, () => count(key));
    }
    globalThis.gc?.();
    return process.memoryUsage().heapUsed;
  };
  const before = await run(0, KEYS / 10);
  const after = await run(KEYS / 10, KEYS);
  // The counters must stay alive until here.
  await count(KEYS);
  return (after - before) / (0.9 * KEYS);
}

const results: CounterSize[] = [];
for (const [name, make] of Object.entries(makers)) results.push({ name, bytes: await bytesOf(make) });
console.log(JSON.stringify(results));
