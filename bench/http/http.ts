// @ts-check

import { figure } from '@/bench/figures/figure';
import { measureInRounds } from '@/bench/figures/rounds';
import { step } from '@/scripts/console/step.mjs';
import { installedCommand, runTool } from '@/scripts/setup/run-tool.mjs';
import { graphqlRequest, signIn } from './graphql-request';
import { measureLoad } from './measure-load';
import { residentMemory } from './resident-memory';

const ROUNDS = 7;
const SECONDS = 2;

/**
 * What an answer of the API costs, against a bare Yoga in the same kind of route.
 *
 * @param {Awaited<ReturnType<typeof import('./start-servers').startServers>>} servers
 * @returns {Promise<import('@/bench/figures/figure').Figure[]>}
 */
export async function measureHttp({ site, floor }) {
  const documents = JSON.parse(
    await runTool(installedCommand('tsx'), ['bench/print-documents.ts'], {
      advice: 'The documents of the screens could not be read; the lines above say why.',
    }),
  );
  const api = `${site.url}/api/graphql`;
  const { token, user } = await signIn(api, 'dev@acme.test');
  const targets = [
    graphqlRequest(`${floor.url}/api/hello`, { query: '{ hello }' }),
    graphqlRequest(api, { query: documents.me, token }),
    graphqlRequest(api, { query: documents.dashboard, variables: { userId: user.id }, token }),
  ];
  const [hello = [], me = [], dashboard = []] = await step(
    'http',
    'loading the API',
    () => measureInRounds(targets, ROUNDS, (target) => measureLoad(target, SECONDS)),
    () => ({ text: `API loaded, ${ROUNDS} rounds` }),
  );
  const rate = { unit: 'requests/s', floor: hello.map((load) => load.requestsPerSecond) };
  const p99 = { unit: 'ms', floor: hello.map((load) => load.p99) };
  return [
    figure({
      ...rate,
      name: 'me, against hello',
      measured: me.map((load) => load.requestsPerSecond),
      bar: { atLeast: 0.5 },
    }),
    figure({ ...p99, name: 'me, p99', measured: me.map((load) => load.p99) }),
    figure({
      ...rate,
      name: 'dashboard, against hello',
      measured: dashboard.map((load) => load.requestsPerSecond),
    }),
    figure({ ...p99, name: 'dashboard, p99', measured: dashboard.map((load) => load.p99) }),
    figure({
      name: 'server memory after that',
      unit: 'MB',
      measured: [await residentMemory(site.pid)],
      floor: [await residentMemory(floor.pid)],
    }),
  ];
}
