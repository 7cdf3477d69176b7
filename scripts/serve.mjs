// @ts-check
import './console/require-node.mjs';
import { runCommand } from './console/command.mjs';
import { serveBuild } from './serve-build.mjs';

// Serves what is already built: for process managers, containers and the tests. With --migrate it brings the database
// up to date first. Nothing is written but the database.
await runCommand(() => serveBuild({ migrate: process.argv.includes('--migrate') }));
