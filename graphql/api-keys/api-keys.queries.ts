import { ApiKeyStatusType, ApiKeyType } from '@/graphql/api-keys/api-key.type';
import { builder } from '@/graphql/builder';
import { pageArgs, partPage } from '@/graphql/shared-args';
import { limits } from '@/lib/config/limits';
import { getApiKey } from '@/lib/server/api-keys/find-api-key';
import { listApiKeys, listMyApiKeys } from '@/lib/server/api-keys/list-api-keys';

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
