import { builder } from '@/graphql/builder';
import { ScopesType, UserStatusType } from '@/graphql/users/users.types';
import { keyEtag, type OwnedKey, previousSecretUse } from '@/lib/server/api-keys/find-api-key';
import { keyStatus, runningOverlap } from '@/lib/server/auth/key-status';
import { scopesOf } from '@/lib/server/auth/viewer';
import { fullName } from '@/lib/server/users/user-names';
import type { PreviousSecret } from '@/prisma/generated/prisma/client';

export const ApiKeyStatusType = builder.enumType('ApiKeyStatus', {
  values: ['ACTIVE', 'REVOKED', 'EXPIRED'] as const,
});

const PreviousSecretType = builder.objectRef<PreviousSecret>('PreviousSecret').implement({
  description: 'The secret a key had before its last rotation, which still works.',
  fields: (t) => ({
    hint: t.exposeString('hint', { description: 'Prefix and last four characters.' }),
    expires_at: t.expose('expiresAt', {
      type: 'EpochMillis',
      description: 'First instant at which it no longer works.',
    }),
    calls: t.int({
      description: 'Requests made with it since the rotation.',
      resolve: (previous, _args, ctx) => previousSecretUse(ctx, previous).calls,
    }),
    last_used_at: t.field({
      type: 'EpochMillis',
      nullable: true,
      description: 'When the last of them came; null: none yet.',
      resolve: (previous, _args, ctx) => previousSecretUse(ctx, previous).lastUsedAt,
    }),
  }),
});

export const ApiKeyType = builder.objectRef<OwnedKey>('APIKey').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    user_id: t.exposeID('userId'),
    user_name: t.string({
      nullable: true,
      description: 'First and last name of its owner; null where neither is set.',
      resolve: ({ user }) => fullName(user) || null,
    }),
    user_status: t.field({
      type: UserStatusType,
      description: 'Of its owner; no key of a DISABLED one works.',
      resolve: ({ user }) => user.status,
    }),
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
      // A revoked key changes only by reactivation, so its last change was the revocation.
      resolve: (key) => (key.status === 'REVOKED' ? key.updatedAt : null),
    }),
    previous_secret: t.field({
      type: PreviousSecretType,
      nullable: true,
      description: 'Null: only the current secret works.',
      resolve: ({ previousSecret }, _args, ctx) => runningOverlap(previousSecret, ctx.now()),
    }),
    createdAt: t.expose('createdAt', { type: 'EpochMillis' }),
    etag: t.string({
      description:
        'Differs whenever a field of the key does, but for `last_used_at` and `previous_secret`; after a rotation too.',
      resolve: keyEtag,
    }),
  }),
});

export const ApiKeyWithSecretType = builder
  .objectRef<{ apiKey: OwnedKey; rawKey: string }>('APIKeyWithSecret')
  .implement({
    description: '`rawKey` is readable in this one response; the server keeps only a hash.',
    fields: (t) => ({
      apiKey: t.expose('apiKey', { type: ApiKeyType }),
      rawKey: t.exposeString('rawKey'),
    }),
  });
