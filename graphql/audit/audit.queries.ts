import { builder } from '@/graphql/builder';
import { pageArgs, partPage } from '@/graphql/page-args';
import { listAudit } from '@/lib/server/audit/list-audit';
import type { AuditEvent } from '@/prisma/generated/prisma/client';

const AuditLogType = builder.objectRef<AuditEvent>('AuditLog').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    user_id: t.exposeID('userId', { nullable: true }),
    account_id: t.exposeID('accountId', { nullable: true }),
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
