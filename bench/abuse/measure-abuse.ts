import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Figure, figure, median } from '@/bench/figure';
import { graphqlRequest, signIn } from '@/bench/http/graphql-request';
import { freePort, startServer } from '@/bench/http/start-site';
import { runJsonProgram } from '@/bench/run-json-program';
import { setUpBuild, setUpDatabase } from '@/commands/set-up/set-up-server';
import { readEnvironment } from '@/lib/config/environment';
import { step } from '@/scripts/console/step.mjs';
import { root } from '@/scripts/project.mjs';
import { runTool } from '@/scripts/setup/run-tool.mjs';
import { sampleMemory } from '@/testing/run/resident-memory';
import { temporaryDirectory, testVariables } from '@/testing/run/test-variables';
import { type Attack, floods } from './floods';

const SECONDS = 20;
const REST = 60_000; // milliseconds
const SETTLE = 5_000; // milliseconds
const CALL_EVERY = 100; // milliseconds
const PATIENCE = 30_000; // milliseconds

/** A sign-in counts in five limits. */
const MOST_COUNTERS = 6;
/** Megabytes over idle that a flood may take. */
const MOST_MEMORY = 400;
/** How much memory may be held a minute later, relative to idle. */
const MOST_LEFT = 1.2;
/** Milliseconds for another client's call during the flood. */
const MOST_WAIT = 1_000;

/** One client within its limits, and a number of clients that no limit per client stops. */
const crowds = [
  { from: 'one client', clients: 1, connections: 95 },
  { from: '1,000 addresses', clients: 1_000, connections: 1_000 },
];
type Crowd = (typeof crowds)[number];

interface Credentials {
  email: string;
  password: string;
}

/** What one key of a kind of counter keeps in memory. */
export interface CounterSize {
  name: string;
  bytes: number;
}

/**
 * Floods the site in every way of floods.ts, from one client and from a thousand addresses, with a new server each
 * time. It measures the effect on another client and on the machine. FLOODS names some of them, separated by commas.
 *
 * @throws Stop if the site can't be built or doesn't start
 */
export async function measureAbuse(): Promise<Figure[]> {
  const chosen = process.env.FLOODS?.split(',');
  await setUpBuild();
  const figures = await measureCounters();
  for (const flood of Object.keys(floods({ email: '', password: '', files: [''] })))
    for (const crowd of crowds)
      if (!chosen || chosen.includes(flood)) figures.push(...(await measureFlood(flood, crowd)));
  return figures;
}

/** What a rate limit keeps of each key, compared with an entry of a Map. */
async function measureCounters(): Promise<Figure[]> {
  const measure = () =>
    runJsonProgram<CounterSize[]>('bench/abuse/counters-program.ts', [], {
      advice: "The counters couldn't be measured; the lines above say why.",
      nodeOptions: ['--expose-gc'],
    });
  const [floor, ...counters] = await step('counters', 'counting keys', measure, () => ({
    text: 'keys of rate limits counted',
  }));
  return counters.map(({ name, bytes }) =>
    figure({
      name: `kept of ${name}, against ${floor?.name}`,
      unit: 'bytes',
      measured: [bytes],
      floor: [floor?.bytes ?? Number.NaN],
      bar: { atMost: MOST_COUNTERS },
    }),
  );
}

async function measureFlood(flood: string, { from, clients, connections }: Crowd): Promise<Figure[]> {
  const { server, bystander, site } = await startProductionSite();
  try {
    const { sends = '' } = floods(site)[flood] ?? {};
    const caller = await openCaller(server.url, bystander);
    await caller.warmUp();
    await delay(SETTLE);
    const idleWaits = await caller.callFor(SETTLE);
    const idle = (await sampleMemory(server.pid))()[0] ?? 0;
    const files = buildFiles();
    const stopSampling = await sampleMemory(server.pid);
    const calls = caller.callFor(SECONDS * 1000);
    const counts = await step(
      'flood',
      `${sends}, ${from}`,
      () => floodSite({ flood, url: server.url, clients, connections, seconds: SECONDS, site }),
      (statuses) => ({ text: `${sends}, ${from}: ${JSON.stringify(statuses)}` }),
    );
    const waits = await calls;
    const peak = Math.max(...stopSampling());
    await delay(REST - SETTLE);
    await caller.callFor(SETTLE);
    const after = await settledMemory(server.pid);
    const name = `${sends}, ${from}`;
    const faults = Object.entries(counts).filter(([status]) => /^5(?!03)/.test(status));
    return [
      figure({
        name: `${name}: memory at most, over idle and ${MOST_MEMORY}`,
        unit: 'MB',
        measured: [peak],
        floor: [idle + MOST_MEMORY],
        bar: { atMost: 1 },
      }),
      figure({
        name: `${name}: memory a minute after, against idle`,
        unit: 'MB',
        measured: [after],
        floor: [idle],
        bar: { atMost: MOST_LEFT },
      }),
      figure({
        name: `${name}: p99 of another's me, of a second`,
        unit: 'ms',
        measured: [p99(waits)],
        floor: [MOST_WAIT],
        bar: { atMost: 1 },
      }),
      figure({
        name: `${name}: the same, against idle`,
        unit: 'ms',
        measured: [p99(waits)],
        floor: [p99(idleWaits)],
      }),
      figure({
        name: `${name}: 5xx but 503, and files written`,
        unit: 'count',
        measured: [faults.reduce((sum, [, times]) => sum + times, 0) + changedFiles(files)],
        floor: [1],
        bar: { atMost: 0 },
      }),
    ];
  } finally {
    await server.stop();
  }
}

/** Sends the flood from a process of its own. Returns how many responses had each status; 0: cut connections. */
const floodSite = (attack: Attack): Promise<Record<string, number>> =>
  runJsonProgram('bench/abuse/flood-program.ts', [JSON.stringify(attack)], {
    advice: "The flood couldn't be sent; the lines above say why.",
  });

/** In MB, sampled for two seconds. */
async function settledMemory(pid: number): Promise<number> {
  const stop = await sampleMemory(pid);
  await delay(2_000);
  return median(stop().slice(-3));
}

const p99 = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1] ?? PATIENCE;

/** The site behind a proxy that names its clients. An exposed site has no demo accounts, so two accounts are created. */
async function startProductionSite() {
  const port = await freePort();
  const env = {
    ...testVariables(temporaryDirectory(), port),
    TRUST_PROXY: 'loopback',
    DEMO_DATA: 'off',
    LOG_LEVEL: 'error',
  };
  const environment = readEnvironment(env);
  await setUpDatabase(environment);
  const user = await createAdmin('Hooli', environment.databaseUrl);
  // Another user than the one that a flood signs in as: that one's oldest sessions end.
  const bystander = await createAdmin('Aviato', environment.databaseUrl);
  // As the Dockerfile starts it.
  const server = await startServer(['scripts/serve.mjs'], {
    port,
    env: { ...env, MALLOC_MMAP_THRESHOLD_: '32768' },
  });
  return { server, bystander, site: { ...user, files: largeFiles() } };
}

async function createAdmin(account: string, databaseUrl: string): Promise<Credentials> {
  const email = `admin@${account.toLowerCase()}.example`;
  const output = await runTool(
    process.execPath,
    ['scripts/run.mjs', 'admin-create', '--account', account, '--email', email, '--plan', 'pro'],
    {
      env: { DATABASE_URL: databaseUrl },
      advice: "The account couldn't be created; the lines above say why.",
    },
  );
  return { email, password: /The password is (\S+)/.exec(output)?.[1] ?? '' };
}

/** The paths of the largest files and of a long page of the build. */
function largeFiles(): string[] {
  const folder = path.join(root, '.next', 'static');
  const files = fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => ({ name, size: fs.statSync(path.join(folder, name)).size }))
    .filter(({ name }) => /\.(js|css|woff2)$/.test(name))
    .sort((one, other) => other.size - one.size)
    .slice(0, 5);
  return [...files.map(({ name }) => `/_next/static/${name}`), '/docs/workflows/task-plugins'];
}

/** What the running site could write to: the size and time of each file of the build and its caches, by name. */
function buildFiles(): Map<string, string> {
  const folder = path.join(root, '.next');
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return new Map(
    names.map((name) => {
      const { size, mtimeMs } = fs.statSync(path.join(folder, name));
      return [name, `${size} ${mtimeMs}`];
    }),
  );
}

/** The number of files of the build that were created or changed since. */
const changedFiles = (before: Map<string, string>): number =>
  [...buildFiles()].filter(([name, state]) => before.get(name) !== state).length;

/** Another client, at an address of its own. */
async function openCaller(url: string, credentials: Credentials) {
  const headers = { 'x-forwarded-for': '203.0.113.7' };
  const endpoint = `${url}/api/graphql`;
  const { token } = await signIn(endpoint, { ...credentials, headers });
  const me = graphqlRequest(endpoint, { query: '{ me { id email role } }', token });
  const call = async () => {
    const since = performance.now();
    const signal = AbortSignal.timeout(PATIENCE);
    const response = await fetch(endpoint, { ...me, headers: { ...me.headers, ...headers }, signal }).catch(
      () => null,
    );
    const hasSucceeded = response?.ok && (await response.text()).includes('"email"');
    return hasSucceeded ? performance.now() - since : PATIENCE;
  };
  return {
    warmUp: async () => {
      for (let index = 0; index < 1_000; index += 1) await call();
    },
    /**
     * Calls by the clock, so that a slow call doesn't hide how long others would have waited.
     *
     * @param duration milliseconds
     * @returns the milliseconds of each call
     */
    callFor: async (duration: number): Promise<number[]> => {
      const until = performance.now() + duration;
      const waits: Promise<number>[] = [];
      while (performance.now() < until) {
        waits.push(call());
        await delay(CALL_EVERY);
      }
      return Promise.all(waits);
    },
  };
}
