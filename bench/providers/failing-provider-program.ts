import { makeDatabase } from '@/bench/workflows/accounts';
import { newDatabaseUrl } from '@/bench/workflows/bench-site';
import { faultsIn } from '@/testing/providers/faults-in';
import { formats, openLoopbackWorld, pricedModel, type Ran } from '@/testing/providers/loopback-world';

// `tsx bench/providers/failing-provider-program.ts JOBS LANES` runs so many workflows on providers that fail one call in
// three, in every way that ends soon. It prints, as JSON, what is wrong with their ends and books, and the used heap
// (bytes) after every fiftieth.

const SAMPLE_EVERY = 50;

const [jobs, lanes] = process.argv.slice(2);
const models = formats.flatMap((format) => [
  pricedModel(`${format}/one-in-three`),
  pricedModel(`${format}/fine`),
]);
const url = newDatabaseUrl();
await makeDatabase(url, []);
const world = await openLoopbackWorld(
  { url, remove: async () => {} },
  { models, settings: { keepCalls: false } },
);
const memory: number[] = [];
const wrong: string[] = [];
const ends: Record<string, number> = {};
let [begun, ended, attempts, spent] = [0, 0, 0, 0];

async function runOne(index: number): Promise<Ran> {
  const format = formats[index % formats.length] ?? 'openai';
  const other = formats[(index + 1) % formats.length] ?? 'gemini';
  const labels = { task: 'classification', options: { labels: ['defect', 'question'] } };
  const fallbacks = [`${other}/one-in-three`, `${other}/fine`];
  const steps = [{ id: 'a', ...labels, model: `${format}/one-in-three`, fallbacks }];
  return world.run({ name: 'Failing', input: 'The arm stops halfway.', steps });
}

async function runLane(): Promise<void> {
  while (begun < Number(jobs)) {
    begun += 1;
    const ran = await runOne(begun);
    wrong.push(...faultsIn(ran));
    attempts += ran.attempts.filter(({ outcome }) => outcome !== 'PASSED_OVER').length;
    spent += ran.attempts.reduce((sum, { costNanos }) => sum + Number(costNanos), 0);
    const end = ran.job.error?.code ?? ran.job.status;
    ends[end] = (ends[end] ?? 0) + 1;
    ended += 1;
    if (ended % SAMPLE_EVERY !== 0) continue;
    globalThis.gc?.();
    memory.push(process.memoryUsage().heapUsed);
  }
}

await Promise.all(Array.from({ length: Number(lanes) }, runLane));
const { received } = world.provider.counts;
if (received !== attempts) wrong.push(`The provider got ${received} calls, ${attempts} are on the books.`);
await world.close();
console.log(JSON.stringify({ wrong, memory, ends, attempts, spent }));
