// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { memorySamples } from '@/bench/connections/memory-samples';
import { figure } from '@/bench/figures/figure';
import { median } from '@/bench/figures/statistics';
import { graphqlRequest } from '@/bench/http/graphql-request';
import { startServer } from '@/bench/http/start-server';
import { freePort } from '@/bench/http/start-site';
import { setUpBuild, setUpDatabase } from '@/commands/setup/setup';
import { readEnvironment } from '@/lib/config/environment';
import { step } from '@/scripts/console/step.mjs';
import { root } from '@/scripts/project.mjs';
import { installedCommand, runTool } from '@/scripts/setup/run-tool.mjs';
import { temporaryDirectory, testVariables } from '@/testing/run/test-variables';
import { floods } from './floods';

/** @typedef {{ email: string, password: string, files: string[] }} Site */
/** @typedef {{ flood: string, url: string, clients: number, connections: number, seconds: number, site: Site }} Attack */
/** @typedef {import('@/bench/figures/figure').Figure} Figure */

const SECONDS = 20;
const REST = 60_000; // milliseconds
const SETTLE = 5_000; // milliseconds
const EVERY = 100; // milliseconds
const PATIENCE = 30_000; // milliseconds

/** A sign-in counts in five limits. */
const MOST_COUNTERS = 6;
/** Megabytes over idle that a flood may take. */
const MOST_MEMORY = 400;
/** What may stay of it a minute later, against idle. */
const MOST_LEFT = 1.2;
/** Milliseconds for another client's call while the flood lasts. */
const MOST_WAIT = 1_000;

/** From one client within its limits, and from so many that no limit by client sees them. */
const crowds = [
  { from: 'one client', clients: 1, connections: 95 },
  { from: '1,000 addresses', clients: 1_000, connections: 1_000 },
];

const flooder = fileURLToPath(new URL('./flood.ts', import.meta.url));

/**
 * Floods the site in every way of floods.mjs, each from one client and from a thousand addresses, a fresh server each
 * time, and measures what another client and the machine feel of it. FLOODS names some of them, separated by commas.
 *
 * @returns {Promise<Figure[]>}
 * @throws {import('@/scripts/console/stop.mjs').Stop}
 */
export async function measureAbuse() {
  const chosen = process.env.FLOODS?.split(',');
  await setUpBuild();
  const figures = await measureCounters();
  for (const flood of Object.keys(floods({ email: '', password: '', files: [''] })))
    for (const crowd of crowds)
      if (!chosen || chosen.includes(flood)) figures.push(...(await measureFlood(flood, crowd)));
  return figures;
}

/** @returns {Promise<Figure[]>} what a rate limit keeps of each key, against an entry of a Map */
async function measureCounters() {
  const args = ['--expose-gc', '--import', 'tsx', 'bench/abuse/measure-counters.ts'];
  const output = await step(
    'counters',
    'counting keys',
    () => runTool(process.execPath, args, { advice: 'The counters could not be measured.' }),
    () => ({ text: 'keys of rate limits counted' }),
  );
  /** @type {{ name: string, bytes: number }[]} */
  const [floor, ...counters] = JSON.parse(output.trimEnd().split('\n').at(-1) ?? '');
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

/** @param {string} flood @param {typeof crowds[number]} crowd @returns {Promise<Figure[]>} */
async function measureFlood(flood, { from, clients, connections }) {
  const { server, other, site } = await startRealSite();
  try {
    const { sends = '' } = floods(site)[flood] ?? {};
    const caller = await openCaller(server.url, other);
    await caller.warmUp();
    await delay(SETTLE);
    const idleWaits = await caller.callFor(SETTLE);
    const idle = (await memorySamples(server.pid))()[0] ?? 0;
    const files = builtFiles();
    const attack = { flood, url: server.url, clients, connections, seconds: SECONDS, site };
    const stopWatching = await memorySamples(server.pid);
    const calls = caller.callFor(SECONDS * 1000);
    const counts = await step(
      'flood',
      `${sends}, ${from}`,
      () => attackBy(attack),
      (answers) => ({ text: `${sends}, ${from}: ${JSON.stringify(answers)}` }),
    );
    const waits = await calls;
    const peak = Math.max(...stopWatching());
    await delay(REST - SETTLE);
    await caller.callFor(SETTLE);
    const after = median((await sampleFor(server.pid)).slice(-3));
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
        measured: [faults.reduce((sum, [, times]) => sum + times, 0) + filesWritten(files)],
        floor: [1],
        bar: { atMost: 0 },
      }),
    ];
  } finally {
    await server.stop();
  }
}

/** @param {number} pid @returns {Promise<number[]>} MB */
async function sampleFor(pid) {
  const stop = await memorySamples(pid);
  await delay(2_000);
  return stop();
}

/** @param {readonly number[]} values */
const p99 = (values) => [...values].sort((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1] ?? PATIENCE;

/** @param {Attack} attack @returns {Promise<Record<string, number>>} */
async function attackBy(attack) {
  const output = await runTool(process.execPath, [flooder, JSON.stringify(attack)], {
    advice: 'The flood could not be made; the lines above say why.',
  });
  return JSON.parse(output.trimEnd().split('\n').at(-1) ?? '');
}

/** Behind a proxy that says the clients' addresses; demo accounts never are, so it has an account of its own. */
async function startRealSite() {
  const port = await freePort();
  const env = {
    ...testVariables(temporaryDirectory(), port),
    TRUST_PROXY: 'loopback',
    DEMO_DATA: 'off',
    LOG_LEVEL: 'error',
  };
  const environment = readEnvironment(env);
  await setUpDatabase(environment);
  const person = await createAdmin('Hooli', environment.databaseUrl);
  // Another person: of the one that a flood signs in as, old sessions end.
  const other = await createAdmin('Aviato', environment.databaseUrl);
  // As the Dockerfile starts it.
  const server = await startServer(['scripts/serve.mjs'], {
    port,
    env: { ...env, MALLOC_MMAP_THRESHOLD_: '32768' },
  });
  return { server, other, site: { ...person, files: await largeFiles() } };
}

/** @param {string} account @param {string} databaseUrl @returns {Promise<{ email: string, password: string }>} */
async function createAdmin(account, databaseUrl) {
  const email = `admin@${account.toLowerCase()}.example`;
  const output = await runTool(
    installedCommand('tsx'),
    ['commands/admin-create/admin-create.ts', '--account', account, '--email', email, '--plan', 'pro'],
    { env: { DATABASE_URL: databaseUrl }, advice: 'The account could not be made.' },
  );
  return { email, password: /The password is (\S+)/.exec(output)?.[1] ?? '' };
}

/** @returns {Promise<string[]>} addresses of the largest files and pages of the build */
async function largeFiles() {
  const folder = path.join(root, '.next', 'static');
  const files = fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => ({ name, size: fs.statSync(path.join(folder, name)).size }))
    .filter(({ name }) => /\.(js|css|woff2)$/.test(name))
    .sort((one, other) => other.size - one.size)
    .slice(0, 5);
  return [...files.map(({ name }) => `/_next/static/${name}`), '/docs/workflows/task-plugins'];
}

/** @returns {Map<string, string>} what the running site may write to, the build and its caches, with size and time */
function builtFiles() {
  const folder = path.join(root, '.next');
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return new Map(
    names.map((name) => {
      const { size, mtimeMs } = fs.statSync(path.join(folder, name));
      return [name, `${size} ${mtimeMs}`];
    }),
  );
}

/** @param {Map<string, string>} before @returns {number} files that were made or changed since */
const filesWritten = (before) =>
  [...builtFiles()].filter(([name, state]) => before.get(name) !== state).length;

/** @param {string} url @param {{ email: string, password: string }} person another client, at an address of its own */
async function openCaller(url, { email, password }) {
  const headers = { 'x-forwarded-for': '203.0.113.7' };
  const endpoint = `${url}/api/graphql`;
  const query =
    'mutation ($email: String!, $password: String!) { signIn(email: $email, password: $password) { token } }';
  const request = graphqlRequest(endpoint, { query, variables: { email, password } });
  const answer = await fetch(endpoint, { ...request, headers: { ...request.headers, ...headers } });
  const { token } = (await answer.json()).data.signIn;
  const me = graphqlRequest(endpoint, { query: '{ me { id email role } }', token });
  const call = async () => {
    const since = performance.now();
    const signal = AbortSignal.timeout(PATIENCE);
    const response = await fetch(endpoint, { ...me, headers: { ...me.headers, ...headers }, signal }).catch(
      () => null,
    );
    const isAnswered = response?.ok && (await response.text()).includes('"email"');
    return isAnswered ? performance.now() - since : PATIENCE;
  };
  return {
    warmUp: async () => {
      for (let index = 0; index < 1_000; index += 1) await call();
    },
    /**
     * Calls by the clock, so that a call that waits doesn't hide how long others would have waited.
     * @param {number} duration milliseconds @returns {Promise<number[]>} how long each call took
     */
    callFor: async (duration) => {
      const until = performance.now() + duration;
      const waits = [];
      while (performance.now() < until) {
        waits.push(call());
        await delay(EVERY);
      }
      return Promise.all(waits);
    },
  };
}
