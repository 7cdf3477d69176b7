import type { User } from '@/prisma/generated/prisma/client';

/** First and last name as far as there are any, else the e-mail address. */
export function displayName(user: Pick<User, 'firstName' | 'lastName' | 'email'>): string {
  return [user.firstName, user.lastName].filter(Boolean).join(' ') || user.email;
}
