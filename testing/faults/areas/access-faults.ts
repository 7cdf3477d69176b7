import type { Fault } from '@/testing/faults/fault';

/** Faults in what decides who may do what, and whose records they see. */
export const accessFaults: Fault[] = [
  {
    what: 'disabling a user asks for write in place of admin:write',
    file: 'lib/server/users/disable-user.ts',
    from: "  authorize(viewer, 'admin:write');",
    to: "  authorize(viewer, 'write');",
    noticedBy: 'graphql/rule-and-declaration.test.ts',
  },
  {
    what: 'an invoice is found whichever account it belongs to',
    file: 'lib/server/billing/list-invoices.ts',
    from: 'where: { id, accountId: viewer.accountId }',
    to: 'where: { id }',
    noticedBy: 'graphql/billing/get-invoice.test.ts',
  },
  {
    what: 'an expired session is accepted',
    file: 'lib/server/auth/viewer.ts',
    from: "if (!(expiresAt > now) || user.status !== 'ACTIVE')",
    to: "if (user.status !== 'ACTIVE')",
    noticedBy: 'graphql/auth/sessions.test.ts',
  },
  {
    what: 'a revoked key is accepted',
    file: 'lib/server/auth/viewer.ts',
    from: "keyStatus(key, now) !== 'ACTIVE'",
    to: "keyStatus(key, now) === 'EXPIRED'",
    noticedBy: 'graphql/api-keys/change-api-key.test.ts',
  },
  {
    what: 'a disabled admin counts as another admin beside the last one',
    file: 'lib/server/users/write-user.ts',
    from: "      status: 'ACTIVE',\n",
    to: '',
    noticedBy: 'graphql/users/last-admin.test.ts',
  },
  {
    what: 'a previous secret works on after its overlap',
    file: 'lib/server/api-keys/key-status.ts',
    from: 'return previous && previous.expiresAt > now ? previous : null;',
    to: 'return previous;',
    noticedBy: 'graphql/api-keys/rotate-with-grace.test.ts',
  },
  {
    what: "an admin's API key rotates other keys",
    file: 'lib/server/api-keys/rotate-api-key.ts',
    from: "if (viewer.via === 'api_key' && viewer.credentialId !== id)",
    to: "if (viewer.via === 'api_key' && viewer.role !== 'ADMIN' && viewer.credentialId !== id)",
    noticedBy: 'graphql/found-key.test.ts',
  },
];
