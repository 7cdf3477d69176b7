import { builder } from '@/graphql/builder';
import { etagArg, pageArgs, partPage } from '@/graphql/shared-args';
import { ScopesInput } from '@/graphql/users/users.types';
import { limits } from '@/lib/config/limits';
import { deleteApiKey, reactivateApiKey, revokeApiKey } from '@/lib/server/api-keys/api-key-status';
import { createApiKey } from '@/lib/server/api-keys/create-api-key';
import { getApiKey } from '@/lib/server/api-keys/find-api-key';
import { listApiKeys, listMyApiKeys } from '@/lib/server/api-keys/list-api-keys';
import { endPreviousSecret, rotateApiKey } from '@/lib/server/api-keys/rotate-api-key';
import { renameApiKey, updateApiKeyScopes } from '@/lib/server/api-keys/update-api-key';
import { ApiKeyStatusType, ApiKeyType, ApiKeyWithSecretType } from './api-key.type';

const KeySortType = builder.enumType('ApiKeySort', {
  values: {
    CREATED: {},
    EXPIRES: { description: 'A key that never expires comes last.' },
    LAST_USED: { description: 'A key that was never used comes first in ascending order.' },
    NAME: { description: 'Whatever its case and accents.' },
  } as const,
});

const orderArgs = builder.args((t) => ({
  sort: t.field({ type: KeySortType, description: 'Default: CREATED.' }),
  descending: t.boolean({
    description: 'Default: newest first for CREATED and LAST_USED, ascending for the others.',
  }),
}));

builder.queryFields((t) => ({
  myApiKeys: t.withAuth({ access: 'read' }).field({
    type: [ApiKeyType],
    extensions: { rows: limits.apiKeysOfUser.max },
    description: "The caller's own keys, newest first unless `sort` says otherwise.",
    args: {
      ...pageArgs,
      search: t.arg.string({ description: "Part of a key's name or hint." }),
      ...orderArgs,
    },
    resolve: (_root, args, ctx) => listMyApiKeys(ctx, ctx.viewer, partPage(args)),
  }),
  getAPIKey: t.withAuth({ access: 'read' }).field({
    type: ApiKeyType,
    description: "One key: the caller's own, or for an admin any of the account.",
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => getApiKey(ctx, ctx.viewer, id),
  }),
  listAPIKeys: t.withAuth({ access: 'admin:read' }).field({
    type: [ApiKeyType],
    description: 'The keys of the account, newest first unless `sort` says otherwise.',
    args: {
      accountId: t.arg.id({ required: true }),
      ...pageArgs,
      userId: t.arg.id(),
      status: t.arg({ type: ApiKeyStatusType }),
      search: t.arg.string({
        description: "Part of a key's name or hint, or of its owner's name or email address.",
      }),
      ...orderArgs,
    },
    resolve: (_root, { accountId, ...args }, ctx) => listApiKeys(ctx, ctx.viewer, accountId, partPage(args)),
  }),
}));

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
