import { documents } from '@/bench/documents';
import { type Figure, figure } from '@/bench/figure';
import { measureInRounds } from '@/bench/rounds';
import { step } from '@/scripts/console/step.mjs';
import { residentMemory } from '@/testing/run/resident-memory';
import { graphqlRequest, signIn } from './graphql-request';
import { type Load, measureLoad } from './measure-load';
import type { Servers } from './start-servers';

const ROUNDS = 7;
const SECONDS = 2;

/** The API's cost, compared with a bare Yoga on `node:http`, and its memory after that. */
export async function measureHttp({ site, bareNext, bareYoga }: Servers): Promise<Figure[]> {
  const api = `${site.url}/api/graphql`;
  const { token, user } = await signIn(api, { email: 'dev@acme.test' });
  const hello = { query: '{ hello }' };
  const targets = [
    graphqlRequest(`${bareYoga.url}/graphql`, hello),
    // The memory of the bare Next site is compared after the same number of calls.
    graphqlRequest(`${bareNext.url}/api/hello`, hello),
    graphqlRequest(api, { query: documents.me, token }),
    graphqlRequest(api, { query: documents.dashboard, variables: { userId: user.id }, token }),
  ];
  const [bare = [], route = [], me = [], dashboard = []] = await step(
    'http',
    'loading the API',
    () => measureInRounds(targets, ROUNDS, (target) => measureLoad(target, SECONDS)),
    () => ({ text: `API loaded, ${ROUNDS} rounds` }),
  );
  const rates = (loads: Load[]) => loads.map(({ requestsPerSecond }) => requestsPerSecond);
  const rate = { unit: 'requests/s', floor: rates(bare) };
  const p99 = { unit: 'ms', floor: bare.map((load) => load.p99) };
  return [
    figure({ ...rate, name: 'me, against bare Yoga', measured: rates(me), bar: { atLeast: 0.5 } }),
    figure({ ...p99, name: 'me, p99', measured: me.map((load) => load.p99) }),
    figure({
      ...rate,
      name: 'dashboard, against bare Yoga',
      measured: rates(dashboard),
      bar: { atLeast: 0.2 },
    }),
    figure({ ...p99, name: 'dashboard, p99', measured: dashboard.map((load) => load.p99) }),
    figure({ ...rate, name: 'bare Yoga in a Next route, against the same', measured: rates(route) }),
    figure({
      name: 'server memory after that, against a bare Next site',
      unit: 'MB',
      measured: [await residentMemory(site.pid)],
      floor: [await residentMemory(bareNext.pid)],
      bar: { atMost: 1.5 },
    }),
  ];
}
