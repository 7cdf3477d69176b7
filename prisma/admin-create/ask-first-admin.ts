import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { plans } from '@/lib/config/plans';
import { AppError, badInput } from '@/lib/server/errors';
import { parseInput } from '@/lib/server/parse-input';
import { accountName } from '@/lib/validation/account';
import { email, password } from '@/lib/validation/users';
import { Terminal } from '@/prisma/admin-create/terminal';

export interface FirstAdmin {
  account: string;
  email: string;
  planId: string;
  /** Null: the person wants one made. */
  password: string | null;
}

export interface Streams {
  input: Readable & { isTTY?: boolean };
  output: Writable;
}

const planNames = plans.map(({ name }) => name.toLowerCase());
const planId = z.string().transform((answer, issues) => {
  const plan = plans.find(({ name }) => name.toLowerCase() === answer.trim().toLowerCase());
  if (plan) return plan.id;
  issues.addIssue({ code: 'custom', message: `Choose a plan: ${planNames.join(', ')}.` });
  return z.NEVER;
});
const newPassword = z.union([z.literal('').transform(() => null), password]);

/**
 * Who the first admin shall be: from the flags, and from the terminal what they leave out. Without a terminal the
 * password is the first line of the input.
 * @throws AppError BAD_USER_INPUT
 */
export async function askFirstAdmin(args: string[], { input, output }: Streams): Promise<FirstAdmin> {
  const flags = readFlags(args);
  const terminal = input.isTTY ? new Terminal(input, output) : null;
  const value = <T>(schema: z.ZodType<T>, flag: keyof typeof flags, question: string): T | Promise<T> => {
    const given = flags[flag];
    if (given !== undefined) return parseInput(schema, given);
    if (terminal) return terminal.ask(question, (answer) => parseInput(schema, answer));
    throw badInput({ [flag]: `Without a terminal, give --account NAME, --email ADDRESS and --plan PLAN.` });
  };
  try {
    return {
      account: await value(accountName, 'account', 'Account name: '),
      email: await value(email, 'email', "The admin's e-mail address: "),
      planId: await value(planId, 'plan', `Plan (${planNames.join(', ')}): `),
      password: terminal
        ? await terminal.ask('Password (leave it empty to have one made): ', acceptPassword, { hidden: true })
        : acceptPassword(await firstLine(input)),
    };
  } finally {
    terminal?.close();
  }
}

function acceptPassword(answer: string): string | null {
  return parseInput(newPassword, answer);
}

function readFlags(args: string[]) {
  const flag = { type: 'string' } as const;
  try {
    return parseArgs({ args, options: { account: flag, email: flag, plan: flag } }).values;
  } catch (error) {
    throw new AppError('BAD_USER_INPUT', error instanceof Error ? error.message : String(error));
  }
}

async function firstLine(input: Readable): Promise<string> {
  for await (const line of createInterface({ input })) return line;
  return '';
}
