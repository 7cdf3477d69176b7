import { Readable } from 'node:stream';
import Database from 'better-sqlite3';
import { writeFile } from '@/commands/outbox/write-file';
import { AppError } from '@/lib/server/errors';
import { environment } from '@/lib/server/runtime/environment';
import { databaseFile } from '@/lib/server/runtime/project-environment';
import { type Head, headsText, readHeads } from './heads-file';
import { reportLine } from './report-line';
import { verifyOptions } from './verify-options';
import { verifyTrail } from './verify-trail';

// Checks the audit trail (commands/audit-verify.ts starts it): 1 for a chain that is broken, 2 for anything else.
const file = databaseFile(environment.databaseUrl);
try {
  // npm starts a script in the project folder and says here where the person is.
  const options = verifyOptions(process.argv.slice(2), process.env.INIT_CWD ?? process.cwd());
  const kept = options.heads === null ? new Map<string, Head>() : readHeads(options.heads);
  const now = new Date();
  const heads: Head[] = [];
  let broken = 0;
  const database = new Database(file, { readonly: true, fileMustExist: true });
  for (const report of verifyTrail(database, { account: options.account, kept, now })) {
    console.log(reportLine(report));
    if (report.head) heads.push(report.head);
    if (report.fault) broken += 1;
  }
  database.close();
  if (broken > 0) {
    const which =
      broken === 1 ? 'The audit trail of one account is' : `The audit trails of ${broken} accounts are`;
    console.error(`${which} broken.${options.writeHeads === null ? '' : ' The heads were not written.'}`);
    process.exitCode = 1;
  } else if (options.writeHeads !== null) {
    await writeFile(options.writeHeads, Readable.from([headsText(heads, now)]), file);
    console.log(`Heads written to ${options.writeHeads}`);
  }
} catch (error) {
  console.error(sayable(error));
  process.exitCode = 2;
}

/** @throws the error itself where it is a fault of this program */
function sayable(error: unknown): string {
  if (error instanceof AppError) return error.message;
  if (error instanceof Database.SqliteError)
    return `The database ${file} could not be read (${error.code}): ${error.message}.`;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall) return `The heads could not be written (${code}).`;
  throw error;
}
