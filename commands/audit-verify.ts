import path from 'node:path';
import { Readable } from 'node:stream';
import Database from 'better-sqlite3';
import { type Head, headsText, readHeads } from '@/commands/audit-verify/heads-file';
import { type ChainReport, faultText, verifyTrail } from '@/commands/audit-verify/verify-chain';
import { writeFile } from '@/commands/reading/print-content';
import { requireCurrentDatabase } from '@/commands/reading/require-current-database';
import { formatQuantity } from '@/lib/format/number';
import { explainDatabaseFailure } from '@/lib/server/database/database-failure';
import { openSnapshot } from '@/lib/server/database/open-database';
import { AppError } from '@/lib/server/errors';
import { projectEnvironment } from '@/lib/server/runtime/project-environment';
import { readArguments, WrongArguments } from '@/scripts/console/arguments.mjs';
import { commandLines } from '@/scripts/console/command-lines.mjs';
import { Stop } from '@/scripts/console/stop.mjs';
import { callerFolder } from '@/scripts/project.mjs';

/** Checks the audit trail, also while the server writes it. Exits with 1 for a broken chain, with 2 for any failure. */
export default async function auditVerify(): Promise<void> {
  const options = verifyOptions(process.argv.slice(2), callerFolder());
  try {
    const { databaseUrl } = projectEnvironment();
    const database = await requireCurrentDatabase(databaseUrl);
    await verify(databaseUrl, database, options);
  } catch (error) {
    console.error(explained(error));
    process.exitCode = 2;
  }
}

/** @param name of the database, for people */
async function verify(
  databaseUrl: string,
  name: string,
  { account, heads, writeHeads }: VerifyOptions,
): Promise<void> {
  const kept = heads === null ? new Map<string, Head>() : readHeads(heads);
  const now = new Date();
  const found: Head[] = [];
  let broken = 0;
  for await (const report of reportsOf(databaseUrl, name, { account, kept, now })) {
    console.log(reportLine(report));
    if (report.head) found.push(report.head);
    if (report.fault) broken += 1;
  }
  if (broken > 0) {
    const which =
      broken === 1 ? 'The audit trail of one account is' : `The audit trails of ${broken} accounts are`;
    console.error(`${which} broken.${writeHeads === null ? '' : " The heads weren't written."}`);
    process.exitCode = 1;
  } else if (writeHeads !== null) {
    await writeFile(writeHeads, Readable.from([headsText(found, now)]), name);
    console.log(`Heads written to ${writeHeads}`);
  }
}

async function* reportsOf(databaseUrl: string, name: string, options: Parameters<typeof verifyTrail>[1]) {
  try {
    const snapshot = await openSnapshot(databaseUrl);
    try {
      yield* verifyTrail(snapshot.rows, options);
    } finally {
      await snapshot.close();
    }
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw explainDatabaseFailure(error, name);
    throw new Stop(`The database ${name} couldn't be read (${error.code}): ${error.message}.`);
  }
}

/** The head of an account's chain or, first, where the chain breaks. */
function reportLine({ accountId, links, head, fault }: ChainReport): string {
  const ending = head ? `head ${head.sequence} ${head.hash}` : 'no events yet';
  if (!fault) return `${accountId}: ${formatQuantity(links, { one: 'event', other: 'events' })}, ${ending}`;
  return `${accountId}: BROKEN${faultText(fault)}; ${ending}`;
}

/** A sentence, or the error itself if it is a fault of this program. */
function explained(error: unknown): unknown {
  if (error instanceof AppError || error instanceof Stop) return error.message;
  const { code, syscall } = error as NodeJS.ErrnoException;
  return syscall ? `The heads couldn't be written (${code}).` : error;
}

/** The options of one run of the command; files are absolute paths. */
interface VerifyOptions {
  /** Null: all accounts. */
  account: string | null;
  heads: string | null;
  writeHeads: string | null;
}

/**
 * @param args of the command line
 * @param directory the base of a relative file
 * @throws WrongArguments
 */
export function verifyOptions(args: string[], directory: string): VerifyOptions {
  const {
    account,
    heads,
    'write-heads': writeHeads,
  } = readArguments(commandLines['audit-verify'], args).values;
  if (account === '') throw wrong('--account takes the id of an account.');
  const [read, write] = [heads, writeHeads].map((file, index) => {
    if (file === '') throw wrong(`${index === 0 ? '--heads' : '--write-heads'} takes a file.`);
    return file === undefined ? null : path.resolve(directory, file);
  });
  if (account !== undefined && write)
    throw wrong('--write-heads keeps the heads of all accounts: leave --account away.');
  return { account: account ?? null, heads: read ?? null, writeHeads: write ?? null };
}

const wrong = (fault: string) => new WrongArguments(fault, commandLines['audit-verify']);
