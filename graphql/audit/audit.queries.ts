import { builder } from '@/graphql/builder';
import { pageArgs, partPage } from '@/graphql/page-args';
import { type AuditRow, listAudit } from '@/lib/server/audit/list-audit';

const AuditLogType = builder.objectRef<AuditRow>('AuditLog').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    user_id: t.exposeID('userId', {
      nullable: true,
      description:
        'Who acted; null: the operator of the server or, for `user.refuse_sign_in`, whoever tried.',
    }),
    user_name: t.string({
      nullable: true,
      description: 'Who acted: first and last name, else the email address, as they are now.',
      resolve: async (event) => (await event.names()).user,
    }),
    account_id: t.exposeID('accountId', { nullable: true }),
    entity_name: t.string({
      nullable: true,
      description:
        "What it is about: a person's name (else email address), a key's name (else hint), an invoice's number, the account's name; null where it isn't known any more.",
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
      userId: t.arg.id({ description: 'Who acted.' }),
      action: t.arg.string({ description: '`entity.verb`.' }),
      from: t.arg({ type: 'Date', description: 'First UTC day.' }),
      to: t.arg({ type: 'Date', description: 'Last UTC day, included.' }),
    },
    resolve: (_root, args, ctx) => listAudit(ctx, ctx.viewer, partPage(args)),
  }),
}));
