import path from 'node:path';
import { parseArgs } from 'node:util';
import { badInput } from '@/lib/server/errors';

export const VERIFY_USAGE = `Usage: npm run audit:verify -- [--account ID] [--heads FILE] [--write-heads FILE]
Checks the audit trail of every account, or of one, and prints the head of each chain.
--write-heads keeps the heads in a file, --heads compares with those kept before: only so is it noticed that the
newest events were cut off, or a whole chain rewritten. Keep that file on another machine.
A restored backup ends earlier than heads kept after it, and continues differently: that is reported as broken too.
After a restore, check without --heads, and write the heads again.
Exit code: 0 every chain is whole, 1 one is not, 2 it could not be checked.`;

/** What one run of the command checks; files are absolute paths. */
export interface VerifyOptions {
  /** Null: all accounts. */
  account: string | null;
  heads: string | null;
  writeHeads: string | null;
}

/**
 * @param args of the command line
 * @param directory the base of a relative file
 * @throws AppError BAD_USER_INPUT with what is wrong and the usage
 */
export function verifyOptions(args: string[], directory: string): VerifyOptions {
  const { account, heads, 'write-heads': writeHeads } = parse(args);
  if (account === '') throw wrong('--account takes the id of an account.');
  const [read, write] = [heads, writeHeads].map((file, index) => {
    if (file === '') throw wrong(`${index === 0 ? '--heads' : '--write-heads'} takes a file.`);
    return file === undefined ? null : path.resolve(directory, file);
  });
  if (account !== undefined && write)
    throw wrong('--write-heads keeps the heads of all accounts: leave --account away.');
  return { account: account ?? null, heads: read ?? null, writeHeads: write ?? null };
}

function parse(args: string[]) {
  const option = { type: 'string' } as const;
  try {
    return parseArgs({ args, options: { account: option, heads: option, 'write-heads': option } }).values;
  } catch (error) {
    // Node's first sentence names the flag; what follows is advice for programmers.
    throw wrong((error as Error).message.split(/(?<=\.)\s/)[0]);
  }
}

const wrong = (fault = 'The arguments are not valid.') => badInput({ input: `${fault}\n${VERIFY_USAGE}` });
