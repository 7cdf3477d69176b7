import fs from 'node:fs';
import { type Figure, figure, median } from '@/bench/figure';
import { graphqlRequest, signIn } from '@/bench/http/graphql-request';
import { type LoadResult, sendLoad } from '@/bench/http/measure-load';
import { probeReadiness, type Readiness } from '@/bench/http/probe-readiness';
import { samplePages } from '@/bench/http/sample-pages';
import { startSite } from '@/bench/http/start-site';
import { step } from '@/scripts/console/step.mjs';
import { Stop } from '@/scripts/console/stop.mjs';
import { sampleMemory } from '@/testing/run/resident-memory';

const CONNECTIONS = 1_000;
const SECONDS = 60;
const PROBE_EVERY = 250; // milliseconds

/**
 * A thousand connections that one client holds open for a minute, with public pages and API calls in turns, under the
 * limits that a site has by default.
 *
 * @throws Stop if this process may not open enough files, or if the site doesn't start
 */
export async function measureConnections(): Promise<Figure[]> {
  requireOpenFiles(2 * CONNECTIONS);
  const site = await startSite();
  try {
    const requests = await crowdRequests(site.url);
    const stopProbing = probeReadiness(site.url, PROBE_EVERY);
    const stopSampling = await sampleMemory(site.pid);
    const load = await step(
      'crowd',
      `holding ${CONNECTIONS} connections for ${SECONDS} s`,
      () => sendLoad({ url: site.url, connections: CONNECTIONS, duration: SECONDS, requests }),
      () => ({ text: `${CONNECTIONS} connections held for ${SECONDS} s` }),
    );
    return figuresOf(load, stopSampling(), await stopProbing());
  } finally {
    await site.stop();
  }
}

/**
 * @param needed files that this process must be able to hold open; Node has raised its own limit as far as it may
 * @throws Stop saying how to allow it
 */
function requireOpenFiles(needed: number): void {
  const limits = '/proc/self/limits';
  if (!fs.existsSync(limits)) return;
  const allowed = /^Max open files\s+(\d+)/m.exec(fs.readFileSync(limits, 'utf8'))?.[1];
  if (allowed !== undefined && Number(allowed) < needed)
    throw new Stop(
      `A process may hold ${allowed} files open here, and ${needed} are needed. Run ulimit -n ${needed} first.`,
    );
}

/** A page, a call, a page, a call… */
async function crowdRequests(origin: string) {
  const { token } = await signIn(`${origin}/api/graphql`, { email: 'dev@acme.test' });
  const { method, headers, body } = graphqlRequest('', { query: '{ me { id email } }', token });
  const call = { method, path: '/api/graphql', headers, body };
  const pages = await samplePages(origin);
  return pages.flatMap(({ path }) => [{ method: 'GET', path }, call]);
}

/** @param memory in MB, sampled at a steady pace */
function figuresOf(
  { counts, errors, seconds, p50, p99 }: LoadResult,
  memory: readonly number[],
  { probes, ready, slowest }: Readiness,
): Figure[] {
  const responses = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const { 200: served = 0, 429: refused = 0 } = counts;
  const third = Math.floor(memory.length / 3);
  const thirdFrom = (from: number) => [median(memory.slice(from, from + third))];
  const perSecond = (count: number) => [count / seconds];
  return [
    figure({
      name: 'neither 200 nor 429, of all',
      unit: 'requests',
      measured: [responses - served - refused + errors],
      floor: [responses + errors],
      bar: { atMost: 0 },
    }),
    figure({
      name: '200, of all',
      unit: 'requests/s',
      measured: perSecond(served),
      floor: perSecond(responses),
    }),
    figure({
      name: '429, of all',
      unit: 'requests/s',
      measured: perSecond(refused),
      floor: perSecond(responses),
    }),
    figure({ name: 'p99, against p50', unit: 'ms', measured: [p99], floor: [p50] }),
    figure({
      name: 'memory at the start, against the middle third',
      unit: 'MB',
      measured: memory.slice(0, 1),
      floor: thirdFrom(third),
    }),
    figure({
      name: 'memory of the last third, against the middle one',
      unit: 'MB',
      measured: thirdFrom(memory.length - third),
      floor: thirdFrom(third),
      bar: { atMost: 1.05 },
    }),
    figure({
      name: 'ready, of all probes',
      unit: 'probes',
      measured: [ready],
      floor: [probes],
      bar: { atLeast: 1 },
    }),
    figure({
      name: 'slowest readiness probe, against p99',
      unit: 'ms',
      measured: [slowest],
      floor: [p99],
    }),
  ];
}
