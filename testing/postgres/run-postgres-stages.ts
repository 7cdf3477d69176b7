import { probePort } from '@/server/http/connections/listen';
import { runBrowserTests, runPostgresTests } from '@/testing/run/stages';
import type { Outcome, Tally } from '@/testing/run/tally';
import { temporaryDirectory, testVariables } from '@/testing/run/test-variables';
import { runPostgresJobLoss } from './job-loss-run';
import { runPostgresLoss } from './loss-run';
import { type PostgresServer, startPostgres } from './start-postgres';
import { startTwoServers } from './two-servers';

/** Flows that read in one request what they have written in another. */
const FLOWS = [
  'a developer is led to signing in by keyboard, to the page that was asked for, and signs out',
  'a session that has ended leaves the page with the next mutation, and remembers the page',
  'a key is created, kept nowhere while it is shown, calls the API, is rotated, and deleted',
  'a person changes their profile and password, and as a visitor is led to signing in with the new ones',
  'all others end after a question, and another browser with one leaves the page',
  'a user who is invited signs in, is edited, is signed out when disabled, and is let in again',
  "an admin changes the plan, puts billing details on file, and prints last month's invoice",
  'an admin creates a key for a user, it calls the API, its scopes are changed, it is renamed, rotated and revoked',
  'an admin reads the overview of a range, then its days, and saves them to a file',
  'both files hold the events of the present filters',
];

/**
 * Tests the built site on PostgreSQL servers of its own.
 *
 * @param run counts the stages
 * @param browser the Chromium to drive; without it there are no flows
 */
export async function runPostgresStages(
  { stage, prerequisite }: Tally,
  browser: string | undefined,
): Promise<void> {
  const directory = temporaryDirectory();
  const variables = testVariables(directory, await probePort({ host: '127.0.0.1', port: 0 }));
  const fast = await prerequisite(() => startPostgres({ durable: false }));
  if (!fast) return;
  try {
    const env = { ...variables, TEST_POSTGRES_URL: fast.url('postgres') };
    await stage('pg unit', 'running tests of what the store decides on PostgreSQL', () =>
      runPostgresTests(directory, env),
    );
    if (browser)
      await stage('pg e2e', 'running browser flows against two servers', () =>
        runFlows(fast, directory, { ...variables, CHROMIUM_PATH: browser }),
      );
  } finally {
    await fast.stop();
  }
  const durable = await prerequisite(() => startPostgres());
  if (!durable) return;
  try {
    await stage('pg loss', 'killing servers, restarting PostgreSQL', () =>
      runPostgresLoss(durable, variables),
    );
    await stage('pg jobs', 'killing servers and workers that run jobs', () =>
      runPostgresJobLoss(durable, variables),
    );
  } finally {
    await durable.stop();
  }
}

/** On demo data, whose accounts only a server without trusted proxies serves. */
async function runFlows(
  postgres: PostgresServer,
  directory: string,
  variables: Record<string, string>,
): Promise<Outcome> {
  const servers = await startTwoServers({
    ...variables,
    DATABASE_URL: await postgres.createDatabase('flows'),
  });
  try {
    const env = { ...servers.env, E2E_URL: servers.proxy.origin };
    const titles = FLOWS.map((title) => title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    const outcome = await runBrowserTests(directory, env, ['--grep', titles.join('|')]);
    const ran = outcome.passed + outcome.failed;
    const shared = servers.proxy.responses.every((count) => count > 0);
    if (ran >= FLOWS.length && shared) return outcome;
    const what = shared ? `Only ${ran} of ${FLOWS.length} flows ran.` : 'One server had nothing to do.';
    return { ...outcome, failed: outcome.failed + 1, output: `${outcome.output}\n${what}` };
  } finally {
    await servers.stop();
  }
}
