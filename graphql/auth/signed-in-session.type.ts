import { builder } from '@/graphql/builder';
import type { SignedInSession } from '@/lib/server/auth/list-my-sessions';

export const SignedInSessionType = builder.objectRef<SignedInSession>('SignedInSession').implement({
  description: 'A session as its owner sees it.',
  fields: (t) => ({
    id: t.exposeID('id'),
    device: t.exposeString('device', {
      description: 'Browser and system as they call themselves: `Chrome on Windows`.',
    }),
    address: t.exposeString('address', {
      nullable: true,
      description: "The network address it was started from; null where that isn't known.",
    }),
    createdAt: t.expose('createdAt', { type: 'EpochMillis' }),
    last_used_at: t.expose('lastUsedAt', { type: 'EpochMillis', description: 'To the minute.' }),
    expires_at: t.expose('expiresAt', {
      type: 'EpochMillis',
      description: 'Thirty days after its last use.',
    }),
    is_current: t.exposeBoolean('isCurrent', { description: 'It made the call.' }),
  }),
});
