import { plans } from '@/lib/config/plans';
import { accountName } from '@/lib/validation/account';
import { email as emailAddress } from '@/lib/validation/users';
import { readArguments, WrongArguments } from '@/scripts/console/arguments.mjs';
import { commandLines } from '@/scripts/console/command-lines.mjs';

/** The account and the admin to make. */
export interface AdminOptions {
  account: string;
  email: string;
  plan: (typeof plans)[number];
  passwordFromInput: boolean;
}

/**
 * @param args of the command line
 * @throws WrongArguments
 */
export function adminOptions(args: string[]): AdminOptions {
  const { values } = readArguments(commandLines['admin-create'], args);
  const { account, email, plan: planName = 'starter', 'password-stdin': passwordFromInput = false } = values;
  if (account === undefined) throw wrong('--account NAME is missing.');
  if (email === undefined) throw wrong('--email ADDRESS is missing.');
  const plan = plans.find(({ name }) => name.toLowerCase() === planName.toLowerCase());
  if (!plan) throw wrong(`--plan takes ${planNames}, not '${planName}'.`);
  const faults = [
    ['--account', accountName.safeParse(account)],
    ['--email', emailAddress.safeParse(email)],
  ] as const;
  for (const [option, { error }] of faults) if (error) throw wrong(`${option}: ${error.issues[0]?.message}`);
  return { account, email, plan, passwordFromInput };
}

const planNames = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
  plans.map(({ name }) => name.toLowerCase()),
);

const wrong = (fault: string) => new WrongArguments(fault, commandLines['admin-create']);
