import type { ServerContext } from '@/lib/server/runtime/context';
import { sortName } from '@/lib/server/users/sort-name';

/** Gives users whom a migration has left without one their `sortName`. Safe to repeat. */
export async function fillSortNames(ctx: ServerContext): Promise<void> {
  await ctx.db.write(async (tx) => {
    const users = await tx.user.findMany({
      where: { sortName: '' },
      select: { id: true, firstName: true, lastName: true, email: true },
    });
    for (const { id, ...identity } of users)
      await tx.user.update({ where: { id }, data: { sortName: sortName(identity) } });
  }, patience);
}

/** For an account of very many. */
const patience = { timeoutMs: 10 * 60_000 };
