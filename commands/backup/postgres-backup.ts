import { execFile } from 'node:child_process';
import fs from 'node:fs';
import { promisify } from 'node:util';
import { checkTrails } from '@/commands/audit-verify/verify-chain';
import { requireCurrentDatabase } from '@/commands/reading/require-current-database';
import { formatQuantity } from '@/lib/format/number';
import { explainDatabaseFailure } from '@/lib/server/database/database-failure';
import { openSnapshot, type Snapshot } from '@/lib/server/database/open-database';
import { Prisma } from '@/prisma/generated/prisma/client';
import { step } from '@/scripts/console/step.mjs';
import { Stop } from '@/scripts/console/stop.mjs';
import { postgresCommands } from './postgres-commands';
import { namedDifferences } from './schema-problem';

/**
 * Checks what a backup of a PostgreSQL database would contain, and says how to write it: pg_dump does that.
 * @param databaseUrl `postgresql://…`
 * @throws Stop always: no backup was written, and a scheduled job must notice
 */
export async function refusePostgresBackup(databaseUrl: string): Promise<never> {
  const name = await requireCurrentDatabase(databaseUrl);
  const { faults, version } = await step(
    'chains',
    `verifying the audit trails in ${name}`,
    () => checkDatabase(databaseUrl).catch((error) => Promise.reject(explainDatabaseFailure(error, name))),
    (report) => ({
      ok: report.faults.length === 0,
      text: `${name}: the audit trails of ${formatQuantity(report.accounts, { one: 'account', other: 'accounts' })} ${report.faults.length === 0 ? 'are whole' : 'were checked'}`,
    }),
  );
  const sentences = [
    ...(faults.length > 0 ? [`The audit trail is broken: ${namedDifferences(faults)}.`] : []),
    `No backup was written: PostgreSQL has its own command. ${await dumpProblem(version)}Run ${postgresCommands(databaseUrl).dump}`,
  ];
  throw new Stop(sentences.join(' '));
}

interface TrailCheck {
  /** How many accounts have a trail, or could. */
  accounts: number;
  faults: string[];
  /** The major version of the server. */
  version: number;
}

async function checkDatabase(databaseUrl: string): Promise<TrailCheck> {
  const snapshot = await openSnapshot(databaseUrl);
  try {
    return { ...(await checkTrails(snapshot.rows)), version: await serverVersion(snapshot) };
  } finally {
    await snapshot.close();
  }
}

async function serverVersion({ rows }: Snapshot): Promise<number> {
  const [row] = await rows<{ version: number }>(
    Prisma.sql`SELECT current_setting('server_version_num')::int / 10000 AS "version"`,
  );
  return row?.version ?? 0;
}

/** pg_dump refuses a server that is newer than itself. Ends with a space, unless there is no problem. */
async function dumpProblem(server: number): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)('pg_dump', ['--version']);
    const version = Number(/(\d+)/.exec(stdout)?.[1]);
    return version >= server
      ? ''
      : `The pg_dump of this machine has version ${version}, and the server has ${server}: install pg_dump ${server}. `;
  } catch {
    return `This machine has no pg_dump: install the client of PostgreSQL ${server}. `;
  }
}

/**
 * Says how to restore a PostgreSQL database.
 * @param backup absolute path of what should be restored
 * @throws Stop always: nothing was restored
 */
export function refusePostgresRestore(databaseUrl: string, backup: string): never {
  const start = beginningOf(backup);
  if (start.startsWith('SQLite format 3'))
    throw new Stop(
      `${backup} is a SQLite database, and DATABASE_URL names PostgreSQL. To move it there, run npm run db:copy -- ${backup}`,
    );
  if (!start.startsWith('PGDMP'))
    throw new Stop(`${backup} isn't a file that pg_dump --format=custom wrote. Name one that is.`);
  throw new Stop(
    `Nothing was restored: PostgreSQL has its own commands. Stop every server, run ${postgresCommands(databaseUrl, backup).restore}, name the new database in DATABASE_URL, and run npm run audit:verify.`,
  );
}

/** The first bytes of a file. @throws Stop if it can't be read */
function beginningOf(file: string): string {
  const bytes = Buffer.alloc(16);
  try {
    const handle = fs.openSync(file, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
    try {
      fs.readSync(handle, bytes);
    } finally {
      fs.closeSync(handle);
    }
  } catch (error) {
    throw new Stop(`${file} can't be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  return bytes.toString('latin1');
}
