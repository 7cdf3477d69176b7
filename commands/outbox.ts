import fs from 'node:fs';
import { USAGE } from '@/commands/outbox/usage';
import { fileExists } from '@/lib/server/database/file-exists';
import { databaseFile, projectEnvironment } from '@/lib/server/runtime/project-environment';
import { Stop } from '@/scripts/console/stop.mjs';
import { installedCommand, runProgram } from '@/scripts/setup/run-tool.mjs';

// Only reads, and its output may be a file's content: so it sets nothing up, which would print lines of its own.
export default async function outbox(): Promise<void> {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) return console.log(USAGE);
  const { databaseUrl } = projectEnvironment();
  const file = databaseFile(databaseUrl);
  if (!fileExists(file) || !fs.existsSync(installedCommand('tsx')))
    throw new Stop(`There is no database at ${file} yet. Run npm start, which makes it.`);
  const { databaseState } = await import('@/lib/server/database/migrations/database-state');
  if (databaseState(databaseUrl).kind !== 'current')
    throw new Stop(`The database ${file} is not up to date. Run npm start, which migrates it.`);
  process.exitCode = await runProgram('commands/outbox/run-outbox.ts', args, databaseUrl);
}
