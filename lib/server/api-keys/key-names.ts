import { keyName } from '@/lib/rules/api-key-display';
import type { ServerContext } from '@/lib/server/runtime/context';
import { foldText } from '@/lib/server/users/user-names';

/** The columns that a key's name is written to: the name, and what orders and searches a list by it. */
export function nameColumns(name: string | null): { name: string | null; sortName: string } {
  return { name, sortName: foldText(keyName({ name })) };
}

/** Writes the `sortName` of keys that a migration has left without one. Safe to repeat. */
export async function fillKeySortNames(ctx: ServerContext): Promise<void> {
  await ctx.db.write(async (tx) => {
    const keys = await tx.apiKey.findMany({ where: { sortName: '' }, select: { id: true, name: true } });
    for (const { id, name } of keys)
      await tx.apiKey.update({ where: { id }, data: { sortName: nameColumns(name).sortName } });
  }, patience);
}

/** Long enough for an account with very many keys. */
const patience = { timeoutMs: 10 * 60_000 };
