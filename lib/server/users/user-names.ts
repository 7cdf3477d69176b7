import { foldText } from '@/lib/rules/search-text';
import type { ServerContext } from '@/lib/server/runtime/context';
import type { User } from '@/prisma/generated/prisma/client';

/** First and last name, or the one of them that is set; empty if neither is. */
export function fullName({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>): string {
  return [firstName, lastName].filter(Boolean).join(' ');
}

/** First and last name, or the one of them that is set; otherwise the email address. */
export function displayName(user: Pick<User, 'firstName' | 'lastName' | 'email'>): string {
  return fullName(user) || user.email;
}

/**
 * The key by which a list of users is ordered and searched: the displayed name in lower case without accents. So
 * `Élodie` is listed next to `Elodie`, and either finds both.
 */
export function sortName(user: Pick<User, 'firstName' | 'lastName' | 'email'>): string {
  return foldText(displayName(user));
}

/** Writes the `sortName` of users that a migration has left without one. Safe to repeat. */
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

/** Long enough for an account with very many users. */
const patience = { timeoutMs: 10 * 60_000 };
