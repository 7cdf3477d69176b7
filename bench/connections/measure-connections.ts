// @ts-check
import { fileURLToPath } from 'node:url';
import { figure } from '@/bench/figures/figure';
import { median } from '@/bench/figures/statistics';
import { graphqlRequest, signIn } from '@/bench/http/graphql-request';
import { samplePages } from '@/bench/http/sample-pages';
import { startSite } from '@/bench/http/start-site';
import { step } from '@/scripts/console/step.mjs';
import { runTool } from '@/scripts/setup/run-tool.mjs';
import { memorySamples } from './memory-samples';
import { readyAnswers } from './ready-answers';
import { requireOpenFiles } from './require-open-files';

/** @typedef {{ method: string, path: string, headers?: Record<string, string>, body?: string }} CrowdRequest */
/** @typedef {{ url: string, connections: number, seconds: number, requests: CrowdRequest[] }} Crowd */
/**
 * What became of a crowd's requests: how many answers of each status, how many got none, and milliseconds.
 * @typedef {{ counts: Record<string, number>, errors: number, seconds: number, p50: number, p99: number }} CrowdLoad
 */

const CONNECTIONS = 1_000;
const SECONDS = 60;

const loader = fileURLToPath(new URL('./load.ts', import.meta.url));

/**
 * A thousand connections that one client holds open for a minute, over public pages and API in turns, with the limits
 * that a site has by default.
 *
 * @returns {Promise<import('@/bench/figures/figure').Figure[]>}
 * @throws {import('@/scripts/console/stop.mjs').Stop}
 */
export async function measureConnections() {
  requireOpenFiles(2 * CONNECTIONS);
  const site = await startSite();
  try {
    const requests = await crowdRequests(site.url);
    const crowd = { url: site.url, connections: CONNECTIONS, seconds: SECONDS, requests };
    const stopAsking = readyAnswers(site.url);
    const stopWatching = await memorySamples(site.pid);
    const load = await step(
      'crowd',
      `holding ${CONNECTIONS} connections for ${SECONDS} s`,
      () => loadBy(crowd),
      () => ({ text: `${CONNECTIONS} connections held for ${SECONDS} s` }),
    );
    return figuresOf(load, stopWatching(), await stopAsking());
  } finally {
    await site.stop();
  }
}

/** @param {string} origin @returns {Promise<CrowdRequest[]>} a page, a call, a page, a call… */
async function crowdRequests(origin) {
  const { token } = await signIn(`${origin}/api/graphql`, 'dev@acme.test');
  const {
    method = 'POST',
    headers = {},
    body = '',
  } = graphqlRequest('', { query: '{ me { id email } }', token });
  const call = { method, path: '/api/graphql', headers, body };
  const pages = await samplePages(origin);
  return pages.flatMap(({ path }) => [{ method: 'GET', path }, call]);
}

/** @param {Crowd} crowd @returns {Promise<CrowdLoad>} */
async function loadBy(crowd) {
  const output = await runTool(process.execPath, [loader, JSON.stringify(crowd)], {
    advice: 'The load could not be made; the lines above say why.',
  });
  return JSON.parse(output.trimEnd().split('\n').at(-1) ?? '');
}

/**
 * @param {CrowdLoad} load @param {number[]} memory MB @param {{ asked: number, ready: number, slowest: number }} answers
 */
function figuresOf({ counts, errors, seconds, p50, p99 }, memory, { asked, ready, slowest }) {
  const answered = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const { 200: served = 0, 429: refused = 0 } = counts;
  const third = Math.floor(memory.length / 3);
  const part = (/** @type {number} */ from) => [median(memory.slice(from, from + third))];
  const perSecond = (/** @type {number} */ count) => [count / seconds];
  return [
    figure({
      name: 'neither 200 nor 429, of all',
      unit: 'requests',
      measured: [answered - served - refused + errors],
      floor: [answered + errors],
      bar: { atMost: 0 },
    }),
    figure({
      name: '200, of all',
      unit: 'requests/s',
      measured: perSecond(served),
      floor: perSecond(answered),
    }),
    figure({
      name: '429, of all',
      unit: 'requests/s',
      measured: perSecond(refused),
      floor: perSecond(answered),
    }),
    figure({ name: 'p99, against p50', unit: 'ms', measured: [p99], floor: [p50] }),
    figure({
      name: 'memory at the start, against the middle third',
      unit: 'MB',
      measured: memory.slice(0, 1),
      floor: part(third),
    }),
    figure({
      name: 'memory of the last third, against the middle one',
      unit: 'MB',
      measured: part(memory.length - third),
      floor: part(third),
      bar: { atMost: 1.05 },
    }),
    figure({
      name: 'ready, of all asked',
      unit: 'answers',
      measured: [ready],
      floor: [asked],
      bar: { atLeast: 1 },
    }),
    figure({
      name: 'slowest answer on readiness, against p99',
      unit: 'ms',
      measured: [slowest],
      floor: [p99],
    }),
  ];
}
