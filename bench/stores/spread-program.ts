import autocannon, { type Options } from 'autocannon';
import type { SpreadResult } from './spread-load';

// `tsx bench/stores/spread-program.ts OPTIONS` sends what a list of autocannon's options says (JSON), all at once, and
// prints a SpreadResult as JSON. A response that contains GraphQL errors is a mismatch.

const list: Options[] = JSON.parse(process.argv[2] ?? '');
const verifyBody = (body: string) => !body.includes('"errors":');
const before = process.cpuUsage();
const results = await Promise.all(list.map((options) => autocannon({ ...options, verifyBody })));
const { user, system } = process.cpuUsage(before);
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
const succeeded = (status: string) => status.startsWith('2');
const counts = results.map(({ statusCodeStats }) =>
  Object.entries(statusCodeStats).map(([status, { count }]) => [status, Number(count)] as const),
);
const result: SpreadResult = {
  requestsPerSecond: sum(
    results.map(
      ({ duration }, index) =>
        sum((counts[index] ?? []).map(([status, count]) => (succeeded(status) ? count : 0))) / duration,
    ),
  ),
  failed:
    sum(counts.flat().map(([status, count]) => (succeeded(status) ? 0 : count))) +
    sum(results.map(({ errors, mismatches }) => errors + mismatches)),
  seconds: Math.max(...results.map(({ duration }) => duration)),
  p99: Math.max(...results.map(({ latency }) => latency.p99)),
  clientSeconds: (user + system) / 1e6,
};
console.log(JSON.stringify(result));
