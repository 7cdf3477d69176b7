import { documents } from '@/bench/documents';
import { type Figure, figure, median } from '@/bench/figure';
import { graphqlRequest, signIn } from '@/bench/http/graphql-request';
import { startSite } from '@/bench/http/start-site';
import { runJsonProgram } from '@/bench/run-json-program';
import { makeDatabase } from '@/bench/workflows/accounts';
import { newDatabaseUrl, send, startRequest, unlimited } from '@/bench/workflows/bench-site';
import { callByClock, p99 } from '@/bench/workflows/timed-calls';
import { step } from '@/scripts/console/step.mjs';
import { directCall, startLoopback } from './start-loopback';

/** The time that the engine adds to calls of providers. */
export async function measureProviders(): Promise<Figure[]> {
  return [...(await measureStreams()), ...(await measureAddedTime())];
}

const STREAMS = 100;
const TOKENS_PER_SECOND = 20;
const ROUNDS = 3;

/** How evenly a hundred streams of a provider reach the engine, against a program that reads them itself. */
async function measureStreams(): Promise<Figure[]> {
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

const PER_SECOND = 20;
const CALLS = 400;
const WARM_UP = 100;
/** The time that the engine may add to a call (ms), at the median. */
const MOST_ADDED_MS = 2;

/**
 * The time that `orchestrate` of one step adds to a call of its provider: a complete response of 1 KB, 20 per second.
 * The first figure's floor is the allowed addition; the second figure's floor is the call itself.
 */
async function measureAddedTime(): Promise<Figure[]> {
  const loopback = await startLoopback();
  const databaseUrl = newDatabaseUrl();
  const [developer] = await makeDatabase(databaseUrl, ['plan_enterprise']);
  const site = await startSite({
    ...unlimited,
    DATABASE_URL: databaseUrl,
    OPENAI_COMPATIBLE_BASE_URL: `${loopback.origin}/compatible/v1`,
  });
  try {
    const api = `${site.url}/api/graphql`;
    const { token } = await signIn(api, { email: developer?.email ?? '' });
    const input = {
      name: 'One call',
      input: 'The gripper stops after two minutes.',
      steps: [{ id: 'text', task: 'generation', model: 'compatible/kilobyte' }],
    };
    const orchestrate = startRequest(api, 'orchestrate', { input, token });
    const me = graphqlRequest(api, { query: documents.me, token });
    const calls = {
      'calling the provider itself': async () =>
        void (await (await directCall(loopback.origin, 'kilobyte')).text()),
      'calling me': () => send(me),
      'orchestrating a step': () => send(orchestrate),
    };
    const medians: number[] = [];
    for (const [what, call] of Object.entries(calls))
      medians.push(
        await step(
          'providers',
          `${what}, ${PER_SECOND} a second`,
          async () => {
            const waits = await callByClock({ count: WARM_UP + CALLS, perSecond: PER_SECOND }, call);
            return median(waits.slice(WARM_UP));
          },
          (p50) => ({ text: `${what}: p50 ${p50.toFixed(2)} ms` }),
        ),
      );
    const [direct = 0, session = 0, whole = 0] = medians;
    return [
      figure({
        name: 'orchestrate of a step, p50 beyond a direct call, against what it may add',
        unit: 'ms',
        measured: [whole - direct],
        floor: [MOST_ADDED_MS],
        bar: { atMost: 1 },
        landing: 'added to a call of a provider, at the median',
      }),
      figure({
        name: 'orchestrate of a step, p50 beyond a direct call, against me',
        unit: 'ms',
        measured: [whole - direct],
        floor: [session],
      }),
    ];
  } finally {
    await site.stop();
    await loopback.stop();
  }
}
