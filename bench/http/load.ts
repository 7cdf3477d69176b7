// @ts-check
import autocannon from 'autocannon';

// A process of its own, so that making the load and measuring it share no event loop with anything else.
// Argument: a Target as JSON. Prints { requestsPerSecond, p99 } as JSON, p99 in milliseconds.

/** @type {import('./measure-load').Target & { seconds: number }} */
const { seconds, ...request } = JSON.parse(process.argv[2] ?? '');

const first = await fetch(request.url, request);
const expectBody = await first.text();
if (!first.ok || (request.body && expectBody.includes('"errors":')))
  throw new Error(`${request.url} answered ${first.status}: ${expectBody.slice(0, 500)}`);

const result = await autocannon({ ...request, connections: 16, duration: seconds, expectBody });
const bad = result.errors + result.non2xx + result.mismatches;
if (bad > 0) throw new Error(`${bad} of ${result.requests.sent} requests to ${request.url} went wrong.`);
console.log(JSON.stringify({ requestsPerSecond: result['2xx'] / result.duration, p99: result.latency.p99 }));
