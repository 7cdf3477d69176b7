import { documents } from '@/bench/documents';
import { type Figure, figure } from '@/bench/figure';
import { graphqlRequest, signIn } from '@/bench/http/graphql-request';
import { type Load, measureLoad, sendLoad, type Target } from '@/bench/http/measure-load';
import { measureInRounds } from '@/bench/rounds';
import { step } from '@/scripts/console/step.mjs';
import { Stop } from '@/scripts/console/stop.mjs';
import { threeSteps } from '@/testing/run/loss/sent-jobs';
import { makeDatabase } from './accounts';
import { newDatabaseUrl, oneStep, send, serveDatabase, startRequest } from './bench-site';
import { callByClock, p99 } from './timed-calls';

const ROUNDS = 5;
const SECONDS = 2;
const CONNECTIONS = 16;
const WAITING = 10_000;
const CALLS = 1_000;
/** Calls per second at which the site counts as idle. */
const IDLE_RATE = 50;

/** Takes two seconds per step, so that jobs wait while others are accepted. */
const slowSteps = {
  ...threeSteps,
  steps: threeSteps.steps.map((each) => ({ ...each, model: 'sandbox/slow' })),
};

/**
 * The time to start workflows over HTTP, compared with `me` on the same site. Measures waiting for the end of a step,
 * and enqueueing jobs of an account in whose queue thousands wait.
 */
export async function measureLatency(): Promise<Figure[]> {
  const databaseUrl = newDatabaseUrl();
  const [developer, queuer] = await makeDatabase(databaseUrl, ['plan_enterprise', 'plan_starter']);
  const site = await serveDatabase(databaseUrl);
  try {
    const api = `${site.url}/api/graphql`;
    const { token } = await signIn(api, { email: developer?.email ?? '' });
    const { token: queueToken } = await signIn(api, { email: queuer?.email ?? '' });
    const me = graphqlRequest(api, { query: documents.me, token });
    const orchestrate = startRequest(api, 'orchestrate', { input: oneStep, token });
    const enqueue = startRequest(api, 'enqueueWorkflow', { input: slowSteps, token: queueToken });
    return [...(await measureOrchestrate(me, orchestrate)), await measureEnqueue(me, enqueue)];
  } finally {
    await site.stop();
  }
}

async function measureOrchestrate(me: Target, orchestrate: Target): Promise<Figure[]> {
  const [floor = [], loads = []] = await step(
    'workflows',
    'loading orchestrate',
    () => measureInRounds([me, orchestrate], ROUNDS, (target) => measureLoad(target, SECONDS)),
    () => ({ text: `orchestrate loaded, ${ROUNDS} rounds` }),
  );
  const rates = (of: readonly Load[]) => of.map(({ requestsPerSecond }) => requestsPerSecond);
  const p99s = (of: readonly Load[]) => of.map((load) => load.p99);
  return [
    figure({
      name: 'orchestrate of a sandbox step, against me',
      unit: 'requests/s',
      measured: rates(loads),
      floor: rates(floor),
      bar: { atLeast: 0.4 },
    }),
    figure({ name: 'orchestrate, p99', unit: 'ms', measured: p99s(loads), floor: p99s(floor) }),
  ];
}

async function measureEnqueue(me: Target, enqueue: Target): Promise<Figure> {
  const idle = await step(
    'workflows',
    'calling me on the idle site',
    () => callByClock({ count: CALLS, perSecond: IDLE_RATE }, () => send(me)),
    () => ({ text: 'me called on the idle site' }),
  );
  const count = WAITING.toLocaleString('en');
  const most = await step(
    'workflows',
    `enqueueing ${count} jobs as fast as it goes`,
    () => fillOverHttp(enqueue),
    (rate) => ({ text: `${count} jobs enqueued, ${Math.round(rate)} per second` }),
  );
  const waits = await step(
    'workflows',
    'enqueueing at half that rate',
    () => callByClock({ count: CALLS, perSecond: most / 2 }, () => send(enqueue)),
    () => ({ text: `${CALLS.toLocaleString('en')} more jobs enqueued at half that rate` }),
  );
  return figure({
    name: `enqueue at half its highest rate behind ${count} jobs, p99 against me on the idle site`,
    unit: 'ms',
    measured: [p99(waits)],
    floor: [p99(idle)],
    bar: { atMost: 5 },
  });
}

/** @returns the highest rate: jobs per second */
async function fillOverHttp(enqueue: Target): Promise<number> {
  const { counts, errors, seconds } = await sendLoad({
    ...enqueue,
    connections: CONNECTIONS,
    amount: WAITING,
  });
  if (counts['200'] !== WAITING || errors > 0)
    throw new Stop(`Not all jobs were enqueued: ${JSON.stringify(counts)}, ${errors} without a response.`);
  return WAITING / seconds;
}
