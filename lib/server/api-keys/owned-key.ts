import type { ApiKey, User } from '@/prisma/generated/prisma/client';

/** A key together with whose it is. */
export type OwnedKey = ApiKey & { user: Pick<User, 'firstName' | 'lastName' | 'status'> };
