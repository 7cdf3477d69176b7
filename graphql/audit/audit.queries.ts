import { builder } from '@/graphql/builder';
import { pageArgs, partPage } from '@/graphql/shared-args';
import { type AuditRow, listAudit } from '@/lib/server/audit/list-audit';

const AuditLogType = builder.objectRef<AuditRow>('AuditLog').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    user_id: t.exposeID('userId', {
      nullable: true,
      description: 'The user who acted; null for the operator of the server and for `user.refuse_sign_in`.',
    }),
    user_name: t.string({
      nullable: true,
      description:
        'The current first and last name of the user who acted, or the email address if there is no name.',
      resolve: async (event) => (await event.names()).user,
    }),
    account_id: t.exposeID('accountId', { nullable: true }),
    entity_name: t.string({
      nullable: true,
      description:
        "The name of the record: a person's name or email address, a key's name or hint, an invoice's number, or the account's name. Null if it's no longer known.",
      resolve: async (event) => (await event.names()).entity,
    }),
    action: t.exposeString('action', { description: '`entity.verb`, e.g. `api_key.rotate`.' }),
    metadata: t.expose('metadata', { type: 'JSON', nullable: true }),
    created_at: t.expose('createdAt', { type: 'EpochMillis' }),
  }),
});

builder.queryFields((t) => ({
  getAllAuditLogs: t.withAuth({ access: 'admin:read' }).field({
    type: [AuditLogType],
    description: "The caller's account, newest first.",
    args: {
      ...pageArgs,
      userId: t.arg.id({ description: 'The user who acted.' }),
      action: t.arg.string({ description: '`entity.verb`.' }),
      from: t.arg({ type: 'Date', description: 'First UTC day.' }),
      to: t.arg({ type: 'Date', description: 'Last UTC day, included.' }),
    },
    resolve: (_root, args, ctx) => listAudit(ctx, ctx.viewer, partPage(args)),
  }),
}));
