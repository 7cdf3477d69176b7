import { createAccount } from '@/lib/server/account/create-account';
import { operatorViewer } from '@/lib/server/auth/viewer';
import type { Queries } from '@/lib/server/database/database';
import type { ServerContext } from '@/lib/server/runtime/context';
import { ensureTemplate } from '@/lib/server/usage/ensure-template';
import { createUser } from '@/lib/server/users/create-user';
import { sessionToken } from '@/testing/test-world';

/** The present of every database of the bench, so that a kept one is never out of date. */
export const NOW = new Date('2026-06-15T12:00:00.000Z');
/** The number of days with executions, today included. */
export const DAYS = 120;

const USERS = 8;
const TEMPLATES = 8;
const PASSWORD = 'correct horse battery';
const ADMIN = 'admin@bench.example';
const DEVELOPER = 'developer-0@bench.example';

/** The users and templates of the bench, the same number of them for any number of executions. */
export async function createWorld(ctx: ServerContext) {
  const { account, admin } = await createAccount(
    ctx,
    { name: 'Bench', planId: 'plan_pro', demo: true },
    { email: ADMIN, password: PASSWORD },
  );
  const users = [];
  for (let index = 0; index < USERS; index += 1) {
    const input = { email: `developer-${index}@bench.example`, password: PASSWORD };
    users.push(await createUser(ctx, operatorViewer(admin), account.id, input));
  }
  const templates = await ctx.db.write(async (tx) => {
    const created = [];
    for (let index = 0; index < TEMPLATES; index += 1) {
      created.push(await ensureTemplate(tx, ctx, account.id, `Template ${index}`));
    }
    return created;
  });
  return { account, users, templates };
}

/** The developer and the admin of a filled database, each with a token that is valid at NOW. */
export async function signInWorld(ctx: ServerContext) {
  const signInUser = async (email: string, queries: Queries = ctx.db.prisma) => {
    const user = await queries.user.findUniqueOrThrow({ where: { email } });
    return { user, token: await sessionToken(ctx, user) };
  };
  return { developer: await signInUser(DEVELOPER), admin: await signInUser(ADMIN) };
}
