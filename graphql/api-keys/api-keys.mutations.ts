import { ApiKeyType, ApiKeyWithSecretType } from '@/graphql/api-keys/api-key.type';
import { builder } from '@/graphql/builder';
import { etagArg } from '@/graphql/shared-args';
import { ScopesInput } from '@/graphql/users/users.types';
import { createApiKey } from '@/lib/server/api-keys/create-api-key';
import { deleteApiKey, reactivateApiKey, revokeApiKey } from '@/lib/server/api-keys/end-api-key';
import { endPreviousSecret, rotateApiKey } from '@/lib/server/api-keys/rotate-api-key';
import { renameApiKey, updateApiKeyScopes } from '@/lib/server/api-keys/update-api-key';

builder.mutationFields((t) => ({
  createAPIKey: t.withAuth({ access: 'write:session' }).field({
    type: ApiKeyWithSecretType,
    description:
      "Without userId, the key belongs to the caller; a key for another user takes an admin. Without flags, it gets its owner's read and write; flags that are all false are refused. It expires at the end of the UTC day expires_at; with null, never.",
    args: {
      userId: t.arg.id(),
      accountId: t.arg.id(),
      name: t.arg.string({ description: 'What the key is for, up to 80 characters.' }),
      scopes: t.arg({ type: ScopesInput }),
      expires_at: t.arg({ type: 'Date' }),
    },
    resolve: (_root, { userId, accountId, ...input }, ctx) =>
      createApiKey(ctx, ctx.viewer, { userId, accountId }, input),
  }),
  deleteAPIKey: t.withAuth({ access: 'write' }).field({
    type: 'Boolean',
    description: "One's own in any state; another's, as an admin, once it isn't ACTIVE.",
    args: { id: t.arg.id({ required: true }), ...etagArg },
    resolve: (_root, { id, etag }, ctx) => deleteApiKey(ctx, ctx.viewer, id, etag),
  }),
  updateAPIKeyScopes: t.withAuth({ access: 'write:session' }).field({
    type: ApiKeyType,
    args: {
      id: t.arg.id({ required: true }),
      scopes: t.arg({ type: ScopesInput, required: true }),
      ...etagArg,
    },
    resolve: (_root, { id, scopes, etag }, ctx) => updateApiKeyScopes(ctx, ctx.viewer, id, scopes, etag),
  }),
  renameAPIKey: t.withAuth({ access: 'write:session' }).field({
    type: ApiKeyType,
    description: 'Names a key, in any state.',
    args: {
      id: t.arg.id({ required: true }),
      name: t.arg.string({ required: true, description: 'Up to 80 characters; blank removes the name.' }),
      ...etagArg,
    },
    resolve: (_root, { id, name, etag }, ctx) => renameApiKey(ctx, ctx.viewer, id, { name }, etag),
  }),
  revokeAPIKey: t.withAuth({ access: 'write' }).field({
    type: ApiKeyType,
    args: { id: t.arg.id({ required: true }), ...etagArg },
    resolve: (_root, { id, etag }, ctx) => revokeApiKey(ctx, ctx.viewer, id, etag),
  }),
  reactivateAPIKey: t.withAuth({ access: 'write:session' }).field({
    type: ApiKeyType,
    args: { id: t.arg.id({ required: true }), ...etagArg },
    resolve: (_root, { id, etag }, ctx) => reactivateApiKey(ctx, ctx.viewer, id, etag),
  }),
  rotateAPIKey: t.withAuth({ access: 'write' }).field({
    type: ApiKeyWithSecretType,
    description:
      'The old secret stops working at once, or after `grace`; one before it stops at once. An API key can rotate only itself.',
    args: {
      id: t.arg.id({ required: true }),
      ...etagArg,
      grace: t.arg.int({
        description:
          'Seconds for which the old secret keeps working, up to 604800 (7 days) and never past `expires_at`. Default: none.',
      }),
    },
    resolve: (_root, { id, ...rotation }, ctx) => rotateApiKey(ctx, ctx.viewer, id, rotation),
  }),
  endPreviousSecret: t.withAuth({ access: 'write' }).field({
    type: ApiKeyType,
    description: 'Stops the old secret of a rotated key ahead of its time.',
    args: { id: t.arg.id({ required: true }), ...etagArg },
    resolve: (_root, { id, etag }, ctx) => endPreviousSecret(ctx, ctx.viewer, id, etag),
  }),
}));
