// @ts-check
import './console/require-node.mjs';
import fs from 'node:fs';
import { USAGE } from '../prisma/audit-verify/usage.mjs';
import { runCommand } from './console/command.mjs';
import { Stop } from './console/stop.mjs';
import { fileExists } from './file-exists.mjs';
import { databaseFile, projectEnvironment } from './project.mjs';
import { installedCommand, runProgram } from './setup/run-tool.mjs';

// Only reads, also while the server writes; so it sets nothing up. 1 is a broken chain, so what keeps it from looking is 2.
const unchecked = (/** @type {unknown} */ error) => {
  if (!(error instanceof Stop)) throw error;
  console.error(error.message);
  process.exitCode = 2;
};

/** @returns {Promise<void>} */
async function verify() {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) return console.log(USAGE);
  const { databaseUrl } = projectEnvironment();
  const file = databaseFile(databaseUrl);
  if (!fileExists(file) || !fs.existsSync(installedCommand('tsx')))
    throw new Stop(`There is no database at ${file} yet. Run npm start, which makes it.`);
  const { databaseState } = await import('./migrations/database-state.mjs');
  if (databaseState(databaseUrl).kind !== 'current')
    throw new Stop(`The database ${file} is not up to date. Run npm start, which migrates it.`);
  process.exitCode = await runProgram('prisma/audit-verify.ts', args, databaseUrl);
}

await runCommand(() => verify().catch(unchecked));
