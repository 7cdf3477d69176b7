import path from 'node:path';
import { type Figure, figure, median } from '@/bench/figure';
import { runJsonProgram } from '@/bench/run-json-program';
import { step } from '@/scripts/console/step.mjs';
import { temporaryDirectory } from '@/testing/run/test-variables';

const JOBS = 10_000;
const AT_ONCE = 256;

/** Whether a process holds more memory the more jobs it has run. */
export async function measureMemory(): Promise<Figure[]> {
  const url = `file:${path.join(temporaryDirectory(), 'memory.db')}`;
  const count = JOBS.toLocaleString('en');
  const samples = await step(
    'workflows',
    `running ${count} jobs in one process`,
    () =>
      runJsonProgram<number[]>('bench/workflows/memory-program.ts', [url, String(JOBS), String(AT_ONCE)], {
        advice: "The jobs couldn't be run; the lines above say why.",
      }),
    () => ({ text: `${count} jobs run in one process` }),
  );
  const third = Math.floor(samples.length / 3);
  const megabytes = (part: readonly number[]) => [median(part) / 1e6];
  return [
    figure({
      name: `memory: last third of ${count} jobs, against the middle third`,
      unit: 'MB',
      measured: megabytes(samples.slice(2 * third)),
      floor: megabytes(samples.slice(third, 2 * third)),
      bar: { atMost: 1.05 },
    }),
  ];
}
