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
 * @param args of the command line, as the usage line has them
 * @param input read for the password with `--password-stdin`; otherwise one is made
 * @returns what was made, for people; a password that was made is in it, and nowhere else
 * @throws AppError BAD_USER_INPUT; CONFLICT where the e-mail address is taken
 */
export async function createFirstAdmin(ctx: ServerContext, args: string[], input: Readable): Promise<string> {
  const { name, email, plan, passwordFromInput } = readFlags(args);
  const made = passwordFromInput ? null : ctx.randomBytes(PASSWORD_BYTES).toString('base64url');
  const password = made ?? (await text(input)).replace(/\r?\n$/, '');
  const { account, admin } = await createAccount(
    ctx,
    { name, planId: plan.id, demo: false },
    { email, password },
  );
  const deed = `Made the account ${account.name} (${plan.name}) with its admin ${admin.email}.`;
  return made ? `${deed}\nThe password is ${made}\nIt is not shown again; change it after signing in.` : deed;
}

function readFlags(args: string[]) {
  const values = parseFlags(args);
  const plan = plans.find(({ name }) => name.toLowerCase() === values?.plan.toLowerCase());
  if (!values?.account || !values.email || !plan) throw badInput({ input: USAGE });
  return { name: values.account, email: values.email, plan, passwordFromInput: values['password-stdin'] };
}

/** Null where there are others than those of the usage line. */
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
