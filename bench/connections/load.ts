// @ts-check
import autocannon from 'autocannon';

// A process of its own, as bench/http/load.ts. Argument: a Crowd as JSON. Prints what became of its requests, a
// CrowdLoad, as JSON.

/** @type {import('./measure-connections').Crowd} */
const { url, connections, seconds, requests } = JSON.parse(process.argv[2] ?? '');

const result = await autocannon({ url, connections, duration: seconds, requests });
const counts = Object.fromEntries(
  Object.entries(result.statusCodeStats).map(([status, { count }]) => [status, Number(count)]),
);
console.log(
  JSON.stringify({
    counts,
    errors: result.errors,
    seconds: result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
  }),
);
