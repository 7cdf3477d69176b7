import { builder } from '@/graphql/builder';
import { UserType } from '@/graphql/users/user.type';
import type { TemporaryPassword } from '@/lib/server/users/reset-user-password';

export const TemporaryPasswordType = builder.objectRef<TemporaryPassword>('TemporaryPassword').implement({
  fields: (t) => ({
    user: t.expose('user', { type: UserType }),
    password: t.exposeString('password', { description: 'Readable in this one response.' }),
    sessions_ended: t.expose('sessionsEnded', {
      type: 'Count',
      description: "The user's sessions that were open.",
    }),
  }),
});
