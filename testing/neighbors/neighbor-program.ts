import { setTimeout as delay } from 'node:timers/promises';

// Calls `me` again and again, one call at a time, in a process that nothing else keeps busy. The arguments are URL
// TOKEN ADDRESS EVERY PATIENCE, the last two in milliseconds. Writes a line per call: its milliseconds, and `failed` if
// it failed.

const [url = '', token = '', address = '', every = '', patience = ''] = process.argv.slice(2);
const headers = {
  'content-type': 'application/json',
  authorization: `Bearer ${token}`,
  'x-forwarded-for': address,
};

while (true) {
  const since = performance.now();
  const body = '{"query":"{ me { id email role } }"}';
  const signal = AbortSignal.timeout(Number(patience));
  const hasSucceeded = await fetch(url, { method: 'POST', headers, body, signal })
    .then(async (response) => response.ok && (await response.text()).includes('"email"'))
    .catch(() => false);
  const took = performance.now() - since;
  process.stdout.write(`${took.toFixed(1)}${hasSucceeded ? '' : ' failed'}\n`);
  await delay(Math.max(0, Number(every) - took));
}
