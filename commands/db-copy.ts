import path from 'node:path';
import { copyDatabase } from '@/commands/db-copy/copy-database';
import { isPostgresUrl, withoutPassword } from '@/lib/config/database-url';
import { databaseFile } from '@/lib/server/database/database-name';
import { projectEnvironment } from '@/lib/server/runtime/project-environment';
import { readArguments, WrongArguments } from '@/scripts/console/arguments.mjs';
import { commandLines } from '@/scripts/console/command-lines.mjs';
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

interface CopyArguments {
  /** The SQLite file, absolute. */
  file: string;
  /** `postgresql://…` */
  databaseUrl: string;
  acceptBrokenChain: boolean;
}

/**
 * @param args of the command line
 * @param options.directory the base of a relative file
 * @param options.databaseUrl of the environment
 * @throws WrongArguments
 */
export function copyArguments(
  args: string[],
  { directory, databaseUrl }: { directory: string; databaseUrl: string },
): CopyArguments {
  const { values, positionals } = readArguments(commandLines['db-copy'], args);
  const [from] = positionals;
  if (!from) throw wrong('Name the SQLite file to copy.');
  if (isPostgresUrl(from)) throw wrong('The file to copy is a SQLite database, not PostgreSQL.');
  if (!isPostgresUrl(databaseUrl))
    throw wrong('DATABASE_URL must name the PostgreSQL database to copy to: postgresql://….');
  return {
    // As DATABASE_URL names it, or a file.
    file: from.startsWith('file:') ? databaseFile(from) : path.resolve(directory, from),
    databaseUrl,
    acceptBrokenChain: values['accept-broken-chain'] ?? false,
  };
}

const wrong = (fault: string) => new WrongArguments(fault, commandLines['db-copy']);
