import type { ApiKey, PreviousSecret, User } from '@/prisma/generated/prisma/client';

/** A key together with whose it is and the secret it had before, as stored: that one may have ended. */
export type OwnedKey = ApiKey & {
  user: Pick<User, 'firstName' | 'lastName' | 'status'>;
  previousSecret: PreviousSecret | null;
};

/** What is read with a key to make it an owned one. */
export const withOwner = { user: true, previousSecret: true } as const;
