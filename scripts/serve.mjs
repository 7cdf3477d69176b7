// @ts-check
import './console/require-node.mjs';
import { acceptArguments, readArguments } from './console/arguments.mjs';
import { runCommand } from './console/command.mjs';
import { serveBundle } from './serve-bundle.mjs';

const isWorker = process.argv.includes('--worker');
const usage = isWorker
  ? `Usage: npm run worker, or node scripts/serve.mjs --worker [--migrate]
Runs jobs of a PostgreSQL database beside its servers, and serves nothing. npm run worker, or --migrate, migrates the
database first, or waits while another process does.`
  : `Usage: npm run serve, or node scripts/serve.mjs [--migrate]
Serves what is built. npm run serve, or --migrate, migrates the database first.`;
const flag = /** @type {const} */ ({ type: 'boolean' });
const commandLine = {
  usage: `${usage}
DATABASE_URL and the other variables of .env.example configure it.`,
  options: { migrate: flag, worker: flag },
};

// Serves an existing build: for process managers, containers and the tests. With --migrate it brings the database up to
// date first. Writes only the database.
await runCommand(async () => {
  if (acceptArguments(commandLine)) await serveBundle(readArguments(commandLine).values);
});
