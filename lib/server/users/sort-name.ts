import { displayName } from '@/lib/server/users/display-name';
import type { User } from '@/prisma/generated/prisma/client';

/**
 * What a list of users is ordered and searched by: the name on show in lower case, its letters without accents,
 * so that `Élodie` stands beside `Elodie` and either finds both.
 */
export function sortName(user: Pick<User, 'firstName' | 'lastName' | 'email'>): string {
  return foldText(displayName(user));
}

/** Text as `sortName` compares it. */
export function foldText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
