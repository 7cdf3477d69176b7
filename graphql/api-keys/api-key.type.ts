import { ScopesType } from '@/graphql/auth/scopes.type';
import { builder } from '@/graphql/builder';
import { keyStatus } from '@/lib/server/api-keys/key-status';
import { scopesOf } from '@/lib/server/auth/viewer';
import type { ApiKey } from '@/prisma/generated/prisma/client';

export const ApiKeyStatusType = builder.enumType('ApiKeyStatus', {
  values: ['ACTIVE', 'REVOKED', 'EXPIRED'] as const,
});

export const ApiKeyType = builder.objectRef<ApiKey>('APIKey').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    user_id: t.exposeID('userId'),
    account_id: t.exposeID('accountId'),
    name: t.exposeString('name', { nullable: true }),
    hint: t.exposeString('hint', { description: 'Prefix and last four characters of the secret.' }),
    scopes: t.field({ type: ScopesType, resolve: scopesOf }),
    status: t.field({ type: ApiKeyStatusType, resolve: (key, _args, ctx) => keyStatus(key, ctx.now()) }),
    expires_at: t.expose('expiresAt', {
      type: 'EpochMillis',
      nullable: true,
      description: 'Null: never expires.',
    }),
    last_used_at: t.expose('lastUsedAt', {
      type: 'EpochMillis',
      nullable: true,
      description: 'To the minute.',
    }),
    revoked_at: t.field({
      type: 'EpochMillis',
      nullable: true,
      description: 'Null unless REVOKED.',
      // Only reactivating changes a revoked key: its last change was that it was revoked.
      resolve: (key) => (key.status === 'REVOKED' ? key.updatedAt : null),
    }),
    createdAt: t.expose('createdAt', { type: 'EpochMillis' }),
  }),
});

export const ApiKeyWithSecretType = builder
  .objectRef<{ apiKey: ApiKey; rawKey: string }>('APIKeyWithSecret')
  .implement({
    description: '`rawKey` is readable in this one response; the server keeps only a hash.',
    fields: (t) => ({
      apiKey: t.expose('apiKey', { type: ApiKeyType }),
      rawKey: t.exposeString('rawKey'),
    }),
  });
