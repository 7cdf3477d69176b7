import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setUpDatabase } from '@/commands/set-up/set-up-database';
import { plans } from '@/lib/config/plans';
import { createAccount } from '@/lib/server/account/create-account';
import { openDatabase } from '@/lib/server/database/open-database';
import { AppError } from '@/lib/server/errors';
import { type ServerContext, serverContext } from '@/lib/server/runtime/context';
import { projectEnvironment } from '@/lib/server/runtime/project-environment';
import { accountName } from '@/lib/validation/account';
import { email as emailAddress } from '@/lib/validation/users';
import { readArguments, WrongArguments } from '@/scripts/console/arguments.mjs';
import { commandLines } from '@/scripts/console/command-lines.mjs';

/** Makes a real account with its first admin. Such accounts and demo accounts exclude each other, so it seeds none. */
export default async function adminCreate(): Promise<void> {
  const options = adminOptions(process.argv.slice(2));
  const environment = { ...projectEnvironment(), demoData: false };
  await setUpDatabase(environment);
  const db = openDatabase(environment.databaseUrl);
  try {
    console.log(await createFirstAdmin(serverContext(db), options, process.stdin));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  } finally {
    await db.close();
  }
}

/** The account and the admin to make. */
interface AdminOptions {
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

const PASSWORD_BYTES = 18;

/**
 * Makes a real account with its first admin, in a database that has the plans.
 * @param input contains the password with `--password-stdin`; otherwise the command makes one
 * @returns a summary for people; only this text contains a password that the command made
 * @throws AppError BAD_USER_INPUT; CONFLICT if the email address is taken
 */
export async function createFirstAdmin(
  ctx: ServerContext,
  { account: name, email, plan, passwordFromInput }: AdminOptions,
  input: Readable,
): Promise<string> {
  const newPassword = passwordFromInput ? null : ctx.randomBytes(PASSWORD_BYTES).toString('base64url');
  const password = newPassword ?? (await text(input)).replace(/\r?\n$/, '');
  const { account, admin } = await createAccount(
    ctx,
    { name, planId: plan.id, demo: false },
    { email, password },
  );
  const done = `Made the account ${account.name} (${plan.name}) with its admin ${admin.email}.`;
  return newPassword
    ? `${done}\nThe password is ${newPassword}\nIt isn't shown again; change it after signing in.`
    : done;
}
