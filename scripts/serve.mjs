// @ts-check
import './console/require-node.mjs';
import { runCommand } from './console/command.mjs';
import { serveBundle } from './serve-bundle.mjs';

// Serves an existing build: for process managers, containers and the tests. With --migrate it brings the database up to
// date first. Writes only the database.
await runCommand(() => serveBundle({ migrate: process.argv.includes('--migrate') }));
