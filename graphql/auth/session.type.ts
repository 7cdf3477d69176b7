import { builder } from '@/graphql/builder';
import { UserType } from '@/graphql/users/user.type';
import type { User } from '@/prisma/generated/prisma/client';

export const SessionType = builder
  .objectRef<{ token: string; user: User; expiresAt: Date }>('Session')
  .implement({
    fields: (t) => ({
      token: t.exposeString('token', { description: 'The bearer token, readable in this one response.' }),
      user: t.expose('user', { type: UserType }),
      expires_at: t.expose('expiresAt', {
        type: 'EpochMillis',
        description: 'Thirty days after its last use.',
      }),
    }),
  });
