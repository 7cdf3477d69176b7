import { fullName } from '@/lib/server/users/full-name';
import type { User } from '@/prisma/generated/prisma/client';

/** First and last name as far as there are any, else the e-mail address. */
export function displayName(user: Pick<User, 'firstName' | 'lastName' | 'email'>): string {
  return fullName(user) || user.email;
}
