import fs from 'node:fs';
import path from 'node:path';
import { documents } from '@/bench/documents';
import { type Figure, figure, median } from '@/bench/figure';
import { signIn } from '@/bench/http/graphql-request';
import { type MeasuredServer, startSite } from '@/bench/http/start-site';
import { measureInRounds } from '@/bench/rounds';
import { say, step } from '@/scripts/console/step.mjs';
import { startPostgres } from '@/testing/postgres/start-postgres';
import { temporaryDirectory } from '@/testing/run/test-variables';
import { addAccounts } from './add-accounts';
import { type Call, type Deployment, type SpreadLoad, spreadLoad } from './spread-load';
import { whatLimits } from './what-limits';

const ROUNDS = 3;
const SECONDS = 2;
const PROCESSES = [1, 2, 4];
const ACCOUNTS = 8;

/** All calls come from one address here, and their limits aren't what is measured. */
const unlimited = { API_CALLS_PER_CLIENT: '9999999', API_CALLS_PER_ACCOUNT: '9999999' };

const updateMyProfile = 'mutation { updateMyProfile(first_name: "[<id>]") { id } }';

/** A name for each kind of load. */
type Loads = Record<string, Call[]>;

/**
 * The site on SQLite, and on PostgreSQL with one, two and four processes, under the same loads in one run. Client,
 * servers and database share this machine, so the result says what each takes of it.
 *
 * @throws Stop if there is no PostgreSQL, or if a call fails
 */
export async function measureStores(): Promise<Figure[]> {
  const postgres = await startPostgres();
  const servers: MeasuredServer[] = [];
  const serve = async (databaseUrl: string) => {
    const server = await startSite({ ...unlimited, DATABASE_URL: databaseUrl });
    servers.push(server);
    return server;
  };
  try {
    const fileUrl = `file:${temporaryDirectory()}/stores.db`;
    const sqlite = deployment('SQLite', [await serve(fileUrl)]);
    const url = await postgres.createDatabase('stores');
    // Its first line; the other processes of PostgreSQL are children of that one.
    const pidFile = path.join(postgres.folder, 'data', 'postmaster.pid');
    const databasePid = Number.parseInt(fs.readFileSync(pidFile, 'utf8'), 10);
    const processes: MeasuredServer[] = [];
    while (processes.length < Math.max(...PROCESSES)) processes.push(await serve(url));
    const deployments = [
      sqlite,
      ...PROCESSES.map((count) => ({
        ...deployment(`PostgreSQL, ${count}`, processes.slice(0, count)),
        databasePid,
      })),
    ];
    const onSqlite = await loadsOf(sqlite, fileUrl);
    const [first = sqlite] = deployments.slice(1);
    const onPostgres = await loadsOf(first, url);
    const subjects = Object.keys(onSqlite).flatMap((load) =>
      deployments.map((each) => {
        const calls = (each === sqlite ? onSqlite : onPostgres)[load] ?? [];
        return { load, deployment: each, calls };
      }),
    );
    const results = await step(
      'stores',
      'loading the site on both stores',
      () =>
        measureInRounds(subjects, ROUNDS, (subject) =>
          spreadLoad(subject.deployment, subject.calls, SECONDS),
        ),
      () => ({ text: `site loaded on both stores, ${ROUNDS} rounds` }),
    );
    const byLoad = Object.keys(onSqlite).map((load) => ({
      load,
      results: subjects.flatMap((subject, index) =>
        subject.load === load ? [{ deployment: subject.deployment, rounds: results[index] ?? [] }] : [],
      ),
    }));
    return byLoad.flatMap((each) => figuresOf(each.load, each.results));
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await postgres.stop();
  }
}

const deployment = (name: string, servers: readonly MeasuredServer[]): Deployment => ({
  name,
  origins: servers.map(({ url }) => url),
  serverPids: servers.map(({ pid }) => pid),
});

async function loadsOf({ origins: [origin] }: Deployment, databaseUrl: string): Promise<Loads> {
  const api = `${origin}/api/graphql`;
  const { token, user } = await signIn(api, { email: 'dev@acme.test' });
  const people = await addAccounts(databaseUrl, ACCOUNTS);
  const sessions = await Promise.all(people.map((person) => signIn(api, person)));
  return {
    me: [{ query: documents.me, token }],
    dashboard: [{ query: documents.dashboard, variables: { userId: user.id }, token }],
    'write in one account': [{ query: updateMyProfile, token }],
    [`write in ${ACCOUNTS} accounts`]: sessions.map((session) => ({
      query: updateMyProfile,
      token: session.token,
    })),
  };
}

interface Measured {
  deployment: Deployment;
  rounds: readonly SpreadLoad[];
}

/** Each deployment on PostgreSQL against SQLite, two processes against one, and a line that says what limits each. */
function figuresOf(load: string, measured: readonly Measured[]): Figure[] {
  const [sqlite, one, two] = measured.map(({ rounds }) => rounds);
  const rates = (rounds: readonly SpreadLoad[] = []) => rounds.map((each) => each.requestsPerSecond);
  const p99s = (rounds: readonly SpreadLoad[] = []) => rounds.map((each) => each.p99);
  const perServerCore = (rounds: readonly SpreadLoad[] = []) =>
    rounds.map((each) => each.requestsPerSecond / each.cores.servers);
  for (const { deployment, rounds } of measured) {
    const middle = (part: 'servers' | 'database' | 'client' | 'all') =>
      median(rounds.map(({ cores }) => cores[part]));
    const cores = {
      servers: middle('servers'),
      database: middle('database'),
      client: middle('client'),
      all: middle('all'),
    };
    say('stores', `${load}, ${deployment.name}: ${whatLimits(cores, deployment.origins.length)}`);
  }
  const against = measured.slice(1).flatMap(({ deployment: { name }, rounds }) => [
    figure({
      name: `${load}, ${name}, against SQLite`,
      unit: 'requests/s',
      measured: rates(rounds),
      floor: rates(sqlite),
      bar: load === 'me' && rounds === one ? { atLeast: 0.5 } : undefined,
    }),
    figure({
      name: `${load}, ${name}, p99 against SQLite`,
      unit: 'ms',
      measured: p99s(rounds),
      floor: p99s(sqlite),
    }),
  ]);
  if (load !== 'me') return against;
  return [
    ...against,
    figure({
      name: 'me, two processes against one',
      unit: 'requests/s',
      measured: rates(two),
      floor: rates(one),
    }),
    // Twice the servers are worth 1.5 times one if each second that they get of a core is worth three quarters.
    figure({
      name: 'me, two processes against one, per core that the servers got',
      unit: 'requests/s',
      measured: perServerCore(two),
      floor: perServerCore(one),
      bar: { atLeast: 0.75 },
    }),
  ];
}
