import fs from 'node:fs';
import { USAGE } from '@/commands/audit-verify/usage';
import { fileExists } from '@/lib/server/database/file-exists';
import { databaseFile, projectEnvironment } from '@/lib/server/runtime/project-environment';
import { Stop } from '@/scripts/console/stop.mjs';
import { installedCommand, runProgram } from '@/scripts/setup/run-tool.mjs';

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
  const { databaseState } = await import('@/lib/server/database/migrations/database-state');
  if (databaseState(databaseUrl).kind !== 'current')
    throw new Stop(`The database ${file} is not up to date. Run npm start, which migrates it.`);
  process.exitCode = await runProgram('commands/audit-verify/run-audit-verify.ts', args, databaseUrl);
}

export default async function auditVerify(): Promise<void> {
  await verify().catch(unchecked);
}
