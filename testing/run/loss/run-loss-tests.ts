// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { setUpDatabase } from '@/commands/setup/setup';
import { readEnvironment } from '@/lib/config/environment';
import { failureRuns } from './failure-runs';
import { findings } from './findings';
import { killRun } from './kill-run';

/**
 * Kills the built site's server while it writes, and lets its database fail in every way that it must outlive.
 *
 * @param {string} directory a fresh one
 * @param {Record<string, string>} variables whose port is free
 * @returns {Promise<import('@/testing/run/tally').Outcome>} each guarantee counts as one check
 */
export async function runLossTests(directory, variables) {
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
  const done = await killRun(env, found);
  return found.outcome(done);
}
