import { openEngine } from './open-engine';

// `tsx bench/workflows/memory-program.ts DATABASE JOBS LANES` enqueues and runs JOBS jobs of three sandbox steps on a
// database (its URL), LANES at once. It prints the resident memory (bytes) after every hundredth job as JSON.

const SAMPLE_EVERY = 100;

const [url = '', jobs, lanes] = process.argv.slice(2);
const engine = await openEngine(url, 2);
const samples: number[] = [];
let begun = 0;
let ended = 0;

async function runLane(lane: number): Promise<void> {
  while (begun < Number(jobs)) {
    begun += 1;
    await engine.runJob(lane);
    ended += 1;
    if (ended % SAMPLE_EVERY === 0) samples.push(process.memoryUsage.rss());
  }
}

await Promise.all(Array.from({ length: Number(lanes) }, (_, lane) => runLane(lane)));
await engine.close();
console.log(JSON.stringify(samples));
