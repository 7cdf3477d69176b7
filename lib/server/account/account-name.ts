import type { ServerContext } from '@/lib/server/runtime/context';

const names = new WeakMap<ServerContext, Map<string, Promise<string>>>();

/**
 * The name of a user's account, for a caller who may see the user: read once per request, however many users it lists.
 * @param ctx the context of one request, which nothing outlives
 */
export function accountName(ctx: ServerContext, accountId: string): Promise<string> {
  const read = names.get(ctx) ?? new Map<string, Promise<string>>();
  names.set(ctx, read);
  const name =
    read.get(accountId) ??
    ctx.db.read.account
      .findUniqueOrThrow({ where: { id: accountId }, select: { name: true } })
      .then((account) => account.name);
  read.set(accountId, name);
  return name;
}
