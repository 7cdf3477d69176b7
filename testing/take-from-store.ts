import { fileLimiters } from '@/lib/server/rate-limit/file-limiters';
import { checkRateLimitStore } from '@/server/starting/check-start';

// `tsx testing/take-from-store.ts URL COUNT TRIES`: a separate process that takes one key from a shared store, TRIES
// times, once its standard input says so. Prints `ready`, then how many it was given.

const [url = '', count, tries] = process.argv.slice(2);
// As each server does at its start: it waits for the others that make the file.
await checkRateLimitStore(url);
const { makeLimiter, close } = fileLimiters(url);
const limiter = makeLimiter({ name: 'test', count: Number(count), window: 60_000 });
console.log('ready');
await new Promise((resolve) => process.stdin.once('data', resolve));
let given = 0;
for (let index = 0; index < Number(tries); index += 1) if ((await limiter.take('key')) === 0) given += 1;
console.log(given);
close();
process.stdin.destroy();
