import fs from 'node:fs';
import autocannon, { type Options } from 'autocannon';
import type { LoadResult } from './measure-load';

// `tsx bench/http/load-program.ts FILE` sends what autocannon's options say (JSON), and prints a LoadResult as JSON.

const options: Options = JSON.parse(fs.readFileSync(process.argv[2] ?? '', 'utf8'));
const { statusCodeStats, errors, mismatches, duration, latency } = await autocannon(options);
const result: LoadResult = {
  counts: Object.fromEntries(
    Object.entries(statusCodeStats).map(([status, { count }]) => [status, Number(count)]),
  ),
  errors,
  mismatches,
  seconds: duration,
  p50: latency.p50,
  p99: latency.p99,
};
console.log(JSON.stringify(result));
