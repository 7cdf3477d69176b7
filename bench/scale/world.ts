import { createAccount } from '@/lib/server/account/create-account';
import { operatorViewer } from '@/lib/server/auth/viewer';
import type { Queries } from '@/lib/server/database/database';
import type { ServerContext } from '@/lib/server/runtime/context';
import { createUser } from '@/lib/server/users/create-user';
import { ensureTemplate } from '@/lib/server/workflows/ensure-template';
import { sessionToken } from '@/testing/test-world';

/** The moment at which every database of the bench stands, so that a kept one is never out of date. */
export const NOW = new Date('2026-06-15T12:00:00.000Z');
/** How many days, NOW's included, have executions. */
export const DAYS = 120;

const PEOPLE = 8;
const TEMPLATES = 8;
const PASSWORD = 'correct horse battery';
const ADMIN = 'admin@bench.example';
const DEVELOPER = 'developer-0@bench.example';

/** The people and templates of the bench, the same in number whatever the executions. */
export async function createWorld(ctx: ServerContext) {
  const { account, admin } = await createAccount(
    ctx,
    { name: 'Bench', planId: 'plan_pro', demo: true },
    { email: ADMIN, password: PASSWORD },
  );
  const users = [];
  for (let index = 0; index < PEOPLE; index += 1) {
    const input = { email: `developer-${index}@bench.example`, password: PASSWORD };
    users.push(await createUser(ctx, operatorViewer(admin), account.id, input));
  }
  const templates = await ctx.db.write(async (tx) => {
    const made = [];
    for (let index = 0; index < TEMPLATES; index += 1) {
      made.push(await ensureTemplate(tx, ctx, account.id, `Template ${index}`));
    }
    return made;
  });
  return { account, users, templates };
}

/** The developer and the admin of a filled database, each with a token good at NOW. */
export async function signInWorld(ctx: ServerContext) {
  const person = async (email: string, queries: Queries = ctx.db.read) => {
    const user = await queries.user.findUniqueOrThrow({ where: { email } });
    return { user, token: await sessionToken(ctx, user) };
  };
  return { developer: await person(DEVELOPER), admin: await person(ADMIN) };
}
