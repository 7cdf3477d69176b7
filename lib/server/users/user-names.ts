import type { ServerContext } from '@/lib/server/runtime/context';
import type { User } from '@/prisma/generated/prisma/client';

/** First and last name as far as there are any; empty if there is neither. */
export function fullName({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>): string {
  return [firstName, lastName].filter(Boolean).join(' ');
}

/** First and last name as far as there are any, otherwise the email address. */
export function displayName(user: Pick<User, 'firstName' | 'lastName' | 'email'>): string {
  return fullName(user) || user.email;
}

/**
 * What a list of users is ordered and searched by: the name on show in lower case, its letters without accents,
 * so that `Élodie` is listed next to `Elodie` and either finds both.
 */
export function sortName(user: Pick<User, 'firstName' | 'lastName' | 'email'>): string {
  return foldText(displayName(user));
}

/** Text as `sortName` compares it. */
export function foldText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Writes the `sortName` of users whom a migration has left without one. Safe to repeat. */
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

/** Enough for an account with very many users. */
const patience = { timeoutMs: 10 * 60_000 };
