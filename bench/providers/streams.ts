import { type Figure, figure } from '@/bench/figure';
import { runJsonProgram } from '@/bench/run-json-program';
import { p99 } from '@/bench/workflows/timed-calls';
import { step } from '@/scripts/console/step.mjs';
import { startLoopback } from './start-loopback';

const STREAMS = 100;
const TOKENS_PER_SECOND = 20;
const ROUNDS = 3;

/** How evenly a hundred streams of a provider reach the engine, against a program that reads them itself. */
export async function measureStreams(): Promise<Figure[]> {
  const loopback = await startLoopback({ tokens: 200 });
  const read = async (reader: 'direct' | 'engine') =>
    p99(
      await runJsonProgram<number[]>(
        'bench/providers/streams-program.ts',
        [loopback.origin, reader, String(STREAMS), String(TOKENS_PER_SECOND)],
        { advice: "The streams couldn't be read; the lines above say why." },
      ),
    );
  try {
    const [direct, engine]: [number[], number[]] = [[], []];
    await step(
      'providers',
      `reading ${STREAMS} streams at once`,
      async () => {
        for (let round = 0; round < ROUNDS; round += 1) {
          direct.push(await read('direct'));
          engine.push(await read('engine'));
        }
      },
      () => ({ text: `${STREAMS} streams read, ${ROUNDS} rounds` }),
    );
    return [
      figure({
        name: `${STREAMS} streams of ${TOKENS_PER_SECOND} tokens a second, gap at p99, against a direct reader`,
        unit: 'ms',
        measured: engine,
        floor: direct,
        bar: { atMost: 3 },
      }),
    ];
  } finally {
    await loopback.stop();
  }
}
