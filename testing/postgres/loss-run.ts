import { setTimeout as delay } from 'node:timers/promises';
import { runChild } from '@/scripts/console/child.mjs';
import { callApi, type Session } from '@/testing/run/loss/api-client';
import { type Findings, findings } from '@/testing/run/loss/findings';
import { compareWrites } from '@/testing/run/loss/stored-writes';
import { type WritingClient, writingClients } from '@/testing/run/loss/writing-clients';
import type { Outcome } from '@/testing/run/tally';
import { makeSessions } from './make-sessions';
import { readingClient } from './reading-client';
import type { PostgresServer } from './start-postgres';
import { startTwoServers, type TwoServers } from './two-servers';

/** How long (ms) clients write between two failures, at most. */
const LOAD = 3_000;
/** How long (ms) the database or a server stays away: longer than any call may wait for it. */
const AWAY = 6_000;
/** How long (ms) a call may take to be refused. */
const LONGEST_REFUSAL = 5_000;
/** How long (ms) everything may take to work again. */
const PATIENCE = 15_000;

/**
 * Lets clients read and write through two servers while one is killed, the database is restarted, the database crashes,
 * and the other server is killed. Then compares what is stored with what was acknowledged.
 *
 * @param variables of the site
 * @returns each guarantee counts as one check
 */
export async function runPostgresLoss(
  postgres: PostgresServer,
  variables: Record<string, string>,
): Promise<Outcome> {
  const found = findings();
  const servers = await startTwoServers({
    ...variables,
    DATABASE_URL: await postgres.createDatabase('loss'),
    DEMO_DATA: 'off',
    TRUST_PROXY: 'loopback',
    API_CALLS_PER_CLIENT: '9999999',
    API_CALLS_PER_ACCOUNT: '9999999',
  });
  try {
    return found.outcome(await loseAndCompare(postgres, servers, found));
  } finally {
    await servers.stop();
  }
}

async function loseAndCompare(
  postgres: PostgresServer,
  servers: TwoServers,
  found: Findings,
): Promise<string> {
  const { env, ports, proxy } = servers;
  const sessions = await makeSessions(env);
  const [first] = sessions;
  const clients = clientsOf(sessions);
  const writing = writingClients(proxy.port, clients);
  const reading = readingClient(proxy.port, first);
  try {
    const expectService = async (after: string) => {
      const works = await Promise.all(ports.map((port) => worksAgain(port, first)));
      found.expect(`${after}: both servers work again by themselves`, works.every(Boolean), works);
      found.expect(`${after}: writes are acknowledged again`, await growing(writing.acknowledged));
      await delay(Math.random() * LOAD);
    };
    const expectRefusals = (what: string, refusedBefore: number) =>
      found.expect(`${what}: calls are refused meanwhile`, writing.refused.length > refusedBefore);
    const killServer = (index: number) =>
      servers.restart(index, async () => {
        found.expect(`server ${index} killed: the other one writes on`, await growing(writing.acknowledged));
      });

    await expectService('start');
    await killServer(0);
    await expectService('server 0 killed');
    for (const how of ['fast', 'immediate'] as const) {
      const refused = writing.refused.length;
      await postgres.restart(how, () => delay(AWAY));
      expectRefusals(`database restarted (${how})`, refused);
      await expectService(`database restarted (${how})`);
    }
    await killServer(1);
    await expectService('server 1 killed');
  } finally {
    await writing.stop();
    await reading.stop();
  }

  const refused = [...writing.refused, ...reading.refused];
  const others = refused.filter(({ status }) => status !== 503);
  found.expect('no call fails but with 503', others.length === 0, others.slice(0, 5));
  const slow = refused.filter(({ milliseconds }) => milliseconds > LONGEST_REFUSAL);
  found.expect(`every 503 comes within ${LONGEST_REFUSAL} ms`, slow.length === 0, slow.slice(0, 5));
  // At each of the two kills, each client has at most one request under way.
  const broken = [...writing.broken, ...reading.broken];
  found.expect(
    'only requests at a server that is killed have no response',
    broken.length <= 2 * (clients.length + 1),
    broken.map(String).slice(0, 5),
  );
  found.expect(
    'both servers share the work',
    proxy.responses.every((count) => count > writing.sent() / 4),
    proxy.responses,
  );
  // A commit whose response was lost may or may not have succeeded, and the server says so.
  const unmade = writing.refused.filter(
    ({ errors }) => !JSON.stringify(errors).includes('See whether it was made'),
  );
  const writes = { acknowledged: writing.acknowledged, refused: unmade.map(({ write }) => write) };
  await compareWrites(String(env.DATABASE_URL), writes, found);
  const verified = await runChild(process.execPath, ['scripts/run.mjs', 'audit-verify'], { env });
  found.expect('the audit chains are whole', verified.code === 0, verified.output);
  return `${writing.sent()} writes sent, ${writing.acknowledged.length} acknowledged, ${writing.refused.length} refused, ${broken.length} calls without a response`;
}

/** In each account, clients that meet at its audit chain but not at one record. */
const clientsOf = (sessions: Session[]): WritingClient[] =>
  sessions.flatMap((session) => [
    { kind: 'key' as const, ...session },
    { kind: 'profile' as const, ...session },
    { kind: 'account' as const, ...session },
  ]);

/** Whether a list gets longer before long. */
async function growing(list: unknown[]): Promise<boolean> {
  const { length } = list;
  return within(async () => list.length > length);
}

/** Whether one server reads from the database before long. */
const worksAgain = (port: number, { token }: Session): Promise<boolean> =>
  within(async () => {
    const { data } = await callApi(port, '{ me { id } }', { token });
    return data !== null;
  });

async function within(condition: () => Promise<boolean>): Promise<boolean> {
  const until = performance.now() + PATIENCE;
  while (performance.now() < until) {
    if (await condition().catch(() => false)) return true;
    await delay(50);
  }
  return false;
}
