import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { plans } from '@/lib/config/plans';
import { createAccount } from '@/lib/server/account/create-account';
import { badInput } from '@/lib/server/errors';
import type { ServerContext } from '@/lib/server/runtime/context';

const PASSWORD_BYTES = 18;
const planNames = plans.map(({ name }) => name.toLowerCase());
const USAGE = `Usage: npm run admin:create -- --account NAME --email ADDRESS [--plan ${planNames.join('|')}] [--password-stdin]`;

/**
 * Makes a real account with its first admin, in a database that has the plans.
 * @param args of the command line, as in the usage line
 * @param input contains the password with `--password-stdin`; otherwise the command makes one
 * @returns what was made, for people; a password that the command made is in this text and nowhere else
 * @throws AppError BAD_USER_INPUT; CONFLICT if the email address is taken
 */
export async function createFirstAdmin(ctx: ServerContext, args: string[], input: Readable): Promise<string> {
  const { name, email, plan, passwordFromInput } = readFlags(args);
  const newPassword = passwordFromInput ? null : ctx.randomBytes(PASSWORD_BYTES).toString('base64url');
  const password = newPassword ?? (await text(input)).replace(/\r?\n$/, '');
  const { account, admin } = await createAccount(
    ctx,
    { name, planId: plan.id, demo: false },
    { email, password },
  );
  const done = `Made the account ${account.name} (${plan.name}) with its admin ${admin.email}.`;
  return newPassword
    ? `${done}\nThe password is ${newPassword}\nIt is not shown again; change it after signing in.`
    : done;
}

function readFlags(args: string[]) {
  const values = parseFlags(args);
  const plan = plans.find(({ name }) => name.toLowerCase() === values?.plan.toLowerCase());
  if (!values?.account || !values.email || !plan) throw badInput({ input: USAGE });
  return { name: values.account, email: values.email, plan, passwordFromInput: values['password-stdin'] };
}

/** Null if there are flags that the usage line doesn't have. */
function parseFlags(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        account: { type: 'string' },
        email: { type: 'string' },
        plan: { type: 'string', default: 'starter' },
        'password-stdin': { type: 'boolean', default: false },
      },
    }).values;
  } catch {
    return null;
  }
}
