import path from 'node:path';
import { readArguments, WrongArguments } from '@/scripts/console/arguments.mjs';
import { commandLines } from '@/scripts/console/command-lines.mjs';

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
