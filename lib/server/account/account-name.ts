import type { ServerContext } from '@/lib/server/runtime/context';
import { Prisma } from '@/prisma/generated/prisma/client';

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
  const [account] = await db.rows<{ name: string }>(
    Prisma.sql`SELECT "name" FROM "Account" WHERE "id" = ${accountId}`,
  );
  if (!account) throw new Error(`The account ${accountId} is missing`);
  return account.name;
}
