import type { User } from '@/prisma/generated/prisma/client';

/** First and last name as far as there are any; empty where there is neither. */
export function fullName({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>): string {
  return [firstName, lastName].filter(Boolean).join(' ');
}
