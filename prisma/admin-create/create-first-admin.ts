import { plans } from '@/lib/config/plans';
import { createAccount } from '@/lib/server/account/create-account';
import { syncPlans } from '@/lib/server/billing/sync-plans';
import type { ServerContext } from '@/lib/server/server-context';
import { askFirstAdmin, type Streams } from '@/prisma/admin-create/ask-first-admin';

const PASSWORD_BYTES = 18;

/**
 * Makes a real account with its first admin, in a database that has the migrations at least. A password nobody gave
 * is made, and printed this once.
 * @param args of the command line: `--account NAME --email ADDRESS --plan PLAN`
 * @throws AppError BAD_USER_INPUT; CONFLICT where the e-mail address is taken
 */
export async function createFirstAdmin(ctx: ServerContext, args: string[], streams: Streams): Promise<void> {
  const wanted = await askFirstAdmin(args, streams);
  const password = wanted.password ?? ctx.randomBytes(PASSWORD_BYTES).toString('base64url');
  await syncPlans(ctx);
  const { account, admin } = await createAccount(
    ctx,
    { name: wanted.account, planId: wanted.planId, demo: false },
    { email: wanted.email, password },
  );
  const plan = plans.find(({ id }) => id === account.planId)?.name ?? account.planId;
  streams.output.write(`Made the account ${account.name} (${plan}) with its admin ${admin.email}.\n`);
  if (wanted.password === null) {
    streams.output.write(`The password is ${password}\nIt is not shown again; change it after signing in.\n`);
  }
}
