import fs from 'node:fs';
import path from 'node:path';
import { setUpDatabase } from '@/commands/set-up/set-up-database';
import { readEnvironment } from '@/lib/config/environment';
import type { Outcome } from '@/testing/run/tally';
import { approvalRun } from './approval-run';
import { bulkRun } from './bulk-run';
import { callbackRun } from './callback-run';
import { failureRuns } from './failure-runs';
import { findings } from './findings';
import { jobRun } from './job-run';
import { killRun } from './kill-run';

/**
 * Kills the built site's server while it writes, and lets its database fail in every way that it must survive.
 *
 * @param directory a new one
 * @param variables with a free port
 * @returns each guarantee counts as one check
 */
export async function runLossTests(directory: string, variables: Record<string, string>): Promise<Outcome> {
  const file = path.join(directory, 'loss', 'site.db');
  fs.mkdirSync(path.dirname(file));
  const env = {
    ...variables,
    DATABASE_URL: `file:${file}`,
    API_CALLS_PER_CLIENT: '9999999',
    API_CALLS_PER_ACCOUNT: '9999999',
  };
  await setUpDatabase(readEnvironment(env));
  const found = findings();
  await failureRuns(env, found);
  const jobs = await jobRun(env, found);
  const approvals = await approvalRun(env, found);
  const rows = await bulkRun(env, found);
  const callbacks = await callbackRun(env, found);
  const done = await killRun(env, found);
  return found.outcome([jobs, approvals, rows, callbacks, done].join('\n'));
}
