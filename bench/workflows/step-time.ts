import { type Figure, figure } from '@/bench/figure';
import { runJsonProgram } from '@/bench/run-json-program';
import { step } from '@/scripts/console/step.mjs';

const MOST_MILLISECONDS = 1;

/** The engine's own time for a step: its plan, templates, condition, route and record, without a database or a model. */
export async function measureStepTime(): Promise<Figure[]> {
  const measure = () =>
    runJsonProgram<number[]>('bench/workflows/step-time-program.ts', [], {
      advice: "The engine's steps couldn't be measured; the lines above say why.",
    });
  const milliseconds = await step('workflows', 'running steps in memory', measure, (jobs) => ({
    text: `${jobs.length.toLocaleString('en')} jobs run in memory`,
  }));
  return [
    figure({
      name: 'engine: its own time per step, of a millisecond',
      unit: 'ms',
      measured: milliseconds,
      floor: milliseconds.map(() => MOST_MILLISECONDS),
      bar: { atMost: 1 },
    }),
  ];
}
