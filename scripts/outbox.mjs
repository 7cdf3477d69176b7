// @ts-check
import './console/require-node.mjs';
import fs from 'node:fs';
import { USAGE } from '../prisma/outbox/usage.mjs';
import { runCommand } from './console/command.mjs';
import { Stop } from './console/stop.mjs';
import { fileExists } from './file-exists.mjs';
import { databaseFile, projectEnvironment } from './project.mjs';
import { installedCommand, runProgram } from './setup/run-tool.mjs';

// Only reads, and its output may be a file's content: so it sets nothing up, which would print lines of its own.
await runCommand(async () => {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) return console.log(USAGE);
  const { databaseUrl } = projectEnvironment();
  const file = databaseFile(databaseUrl);
  if (!fileExists(file) || !fs.existsSync(installedCommand('tsx')))
    throw new Stop(`There is no database at ${file} yet. Run npm start, which makes it.`);
  const { databaseState } = await import('./migrations/database-state.mjs');
  if (databaseState(databaseUrl).kind !== 'current')
    throw new Stop(`The database ${file} is not up to date. Run npm start, which migrates it.`);
  process.exitCode = await runProgram('prisma/outbox.ts', args, databaseUrl);
});
