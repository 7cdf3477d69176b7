import type { Fault } from '@/testing/faults/fault';

/** Faults in the audit trail. */
export const auditFaults: Fault[] = [
  {
    what: 'canceling a subscription leaves no event in the trail',
    file: 'lib/server/account/cancel-subscription.ts',
    from: `    await recordAudit(tx, ctx, {
      action: 'account.cancel',
      actor: viewer,
      accountId,
      entityId: accountId,
      changes: { status: { from: 'ACTIVE', to: 'CANCELED' } },
      details: { plan: account.plan.name },
    });
`,
    to: '',
    noticedBy: 'graphql/audit/audit-events.test.ts',
  },
  {
    what: "a link's hash does not cover who acted",
    file: 'lib/server/audit/link-hash.ts',
    from: 'const columns = { id, accountId, userId, action,',
    to: 'const columns = { id, accountId, action,',
    noticedBy: 'lib/server/audit/link-hash.test.ts',
  },
  {
    what: 'refused reads of admins’ records are not in the trail',
    file: 'graphql/noted-refusals.ts',
    from: "accessOf(field).startsWith('admin:')",
    to: "accessOf(field) === 'admin:write'",
    noticedBy: 'graphql/audit/refusals.test.ts',
  },
  {
    what: 'the event of a rotation contains the new secret',
    file: 'lib/server/api-keys/rotate-api-key.ts',
    from: 'details: { name: key.name, ...(worksUntil',
    to: 'details: { name: key.name, secret: rawKey, ...(worksUntil',
    noticedBy: 'graphql/audit/audit-secrets.test.ts',
  },
];
