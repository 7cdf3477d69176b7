import { copyArguments } from '@/commands/db-copy/copy-arguments';
import { copyDatabase } from '@/commands/db-copy/copy-database';
import { withoutPassword } from '@/lib/config/database-url';
import { projectEnvironment } from '@/lib/server/runtime/project-environment';
import { say } from '@/scripts/console/step.mjs';
import { callerFolder } from '@/scripts/project.mjs';

/** Copies a SQLite database to PostgreSQL. */
export default async function dbCopy(): Promise<void> {
  const { databaseUrl } = projectEnvironment();
  const options = copyArguments(process.argv.slice(2), { directory: callerFolder(), databaseUrl });
  await copyDatabase({ ...options, now: new Date() });
  say(
    'next',
    `npm start serves ${withoutPassword(databaseUrl)}; ${options.file} is unchanged: keep it as a backup, and start no server on it`,
  );
}
