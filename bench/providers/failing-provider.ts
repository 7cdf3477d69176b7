import { type Figure, figure, median } from '@/bench/figure';
import { runJsonProgram } from '@/bench/run-json-program';
import { step } from '@/scripts/console/step.mjs';
import { Stop } from '@/scripts/console/stop.mjs';

const JOBS = 1_000;
const AT_ONCE = 32;

interface Report {
  wrong: string[];
  memory: number[];
  ends: Record<string, number>;
  attempts: number;
}

/**
 * A thousand workflows on providers that fail one call in three.
 * @throws Stop if one ended otherwise than the engine's rules say, or the books don't add up
 */
export async function measureFailingProvider(): Promise<Figure[]> {
  const { memory } = await step(
    'providers',
    'running workflows on providers that fail one call in three',
    async () => {
      const report = await runJsonProgram<Report>(
        'bench/providers/failing-provider-program.ts',
        [String(JOBS), String(AT_ONCE)],
        { advice: "The workflows couldn't be run; the lines above say why.", nodeOptions: ['--expose-gc'] },
      );
      if (report.wrong.length > 0) throw new Stop(report.wrong.slice(0, 20).join('\n'));
      return report;
    },
    ({ attempts, ends }) => ({ text: `${JOBS} workflows, ${attempts} calls: ${JSON.stringify(ends)}` }),
  );
  const half = Math.floor(memory.length / 2);
  return [
    figure({
      name: `memory: second half of ${JOBS} workflows on failing providers, against the first`,
      unit: 'MB',
      measured: [median(memory.slice(half)) / 1e6],
      floor: [median(memory.slice(0, half)) / 1e6],
      bar: { atMost: 1.1 },
    }),
  ];
}
