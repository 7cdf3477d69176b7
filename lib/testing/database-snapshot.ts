import type { Queries } from '@/lib/server/database';

const tables = [
  'account',
  'apiKey',
  'auditEvent',
  'billingProfile',
  'dailyUsage',
  'execution',
  'invoice',
  'outboundEmail',
  'plan',
  'session',
  'template',
  'user',
] as const;

/** Everything the database holds but for the marks of last use, as text to compare before and after a call. */
export async function databaseSnapshot(queries: Queries): Promise<string> {
  const rows = await Promise.all(
    tables.map((table) => (queries[table] as { findMany(): Promise<object[]> }).findMany()),
  );
  return JSON.stringify(rows, (name, value) =>
    name === 'lastUsedAt' ? undefined : typeof value === 'bigint' ? String(value) : value,
  );
}
