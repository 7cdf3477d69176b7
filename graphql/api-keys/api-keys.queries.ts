import { ApiKeyStatusType, ApiKeyType } from '@/graphql/api-keys/api-key.type';
import { builder } from '@/graphql/builder';
import { pageArgs, partPage } from '@/graphql/page-args';
import { limits } from '@/lib/config/limits';
import { getApiKey } from '@/lib/server/api-keys/find-api-key';
import { listApiKeys, listMyApiKeys } from '@/lib/server/api-keys/list-api-keys';

builder.queryFields((t) => ({
  myApiKeys: t.withAuth({ access: 'read' }).field({
    type: [ApiKeyType],
    extensions: { rows: limits.apiKeysOfUser.max },
    description: "The caller's own keys, newest first.",
    args: { ...pageArgs },
    resolve: (_root, page, ctx) => listMyApiKeys(ctx, ctx.viewer, page),
  }),
  getAPIKey: t.withAuth({ access: 'read' }).field({
    type: ApiKeyType,
    description: "One key: the caller's own, or for an admin any of the account.",
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => getApiKey(ctx, ctx.viewer, id),
  }),
  listAPIKeys: t.withAuth({ access: 'admin:read' }).field({
    type: [ApiKeyType],
    description: 'The keys of the account, newest first.',
    args: {
      accountId: t.arg.id({ required: true }),
      ...pageArgs,
      userId: t.arg.id(),
      status: t.arg({ type: ApiKeyStatusType }),
    },
    resolve: (_root, { accountId, ...args }, ctx) => listApiKeys(ctx, ctx.viewer, accountId, partPage(args)),
  }),
}));
