import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createAccount } from '@/lib/server/account/create-account';
import type { ServerContext } from '@/lib/server/runtime/context';
import type { AdminOptions } from './admin-options';

const PASSWORD_BYTES = 18;

/**
 * Makes a real account with its first admin, in a database that has the plans.
 * @param input contains the password with `--password-stdin`; otherwise the command makes one
 * @returns what was made, for people; a password that the command made is in this text and nowhere else
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
