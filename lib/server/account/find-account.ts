import { assertOwnAccount, authorize, type Viewer } from '@/lib/server/auth/viewer';
import { openDatabase } from '@/lib/server/database/open-database';
import { etagOf } from '@/lib/server/etag';
import type { ServerContext } from '@/lib/server/runtime/context';
import { type Account, type Plan, Prisma } from '@/prisma/generated/prisma/client';

export type AccountWithPlan = Account & { plan: Plan };

/**
 * The caller's account and its plan.
 * @throws AppError NOT_FOUND for any other id
 */
export async function getAccount(ctx: ServerContext, viewer: Viewer, id: string): Promise<AccountWithPlan> {
  authorize(viewer, 'read');
  assertOwnAccount(viewer, id);
  return ctx.db.prisma.account.findUniqueOrThrow({ where: { id }, include: { plan: true } });
}

/** The entity tag of an account: it changes with every field that can change. */
export const accountEtag = ({ name, planId, status, settings, usageAlerts }: Account) =>
  etagOf({ name, planId, status, settings, usageAlerts });

const names = new WeakMap<ServerContext, Map<string, Promise<string>>>();

/**
 * The name of a user's account, for a caller who may see the user: read once per request, however many users it lists.
 * @param ctx the context of one request, which nothing outlives
 */
export function accountName(ctx: ServerContext, accountId: string): Promise<string> {
  const read = names.get(ctx) ?? new Map<string, Promise<string>>();
  names.set(ctx, read);
  const name = read.get(accountId) ?? readName(ctx, accountId);
  read.set(accountId, name);
  return name;
}

// Every page asks who its user is, so a prepared statement reads it.
async function readName({ db }: ServerContext, accountId: string): Promise<string> {
  const [account] = await db.sql<{ name: string }>(
    Prisma.sql`SELECT "name" FROM "Account" WHERE "id" = ${accountId}`,
  );
  if (!account) throw new Error(`The account ${accountId} is missing`);
  return account.name;
}

/** Which accounts a migrated database has. */
export async function accountsIn(databaseUrl: string): Promise<'none' | 'demo' | 'real'> {
  const db = openDatabase(databaseUrl);
  try {
    const [account] = await db.sql<{ demo: boolean }>(
      Prisma.sql`SELECT "demo" FROM "Account" ORDER BY "demo" DESC LIMIT 1`,
    );
    if (!account) return 'none';
    return account.demo ? 'demo' : 'real';
  } finally {
    await db.close();
  }
}
