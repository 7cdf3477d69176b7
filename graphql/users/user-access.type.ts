import { builder } from '@/graphql/builder';
import type { UserAccess } from '@/lib/server/users/get-user-access';

export const UserAccessType = builder.objectRef<UserAccess>('UserAccess').implement({
  description: 'What a user reaches the account by.',
  fields: (t) => ({
    activeKeys: t.expose('activeKeys', {
      type: 'Count',
      description: 'API keys that work now, and stop with the user.',
    }),
    activeSessions: t.expose('activeSessions', {
      type: 'Count',
      description: 'Sessions that are open now, and end with the user.',
    }),
    openJobs: t.expose('openJobs', {
      type: 'Count',
      description: "The user's jobs that haven't ended, and are canceled with the user.",
    }),
    last_used_at: t.expose('lastUsedAt', {
      type: 'EpochMillis',
      nullable: true,
      description: 'The last use of any session or key there is, to the minute; null: never.',
    }),
  }),
});
