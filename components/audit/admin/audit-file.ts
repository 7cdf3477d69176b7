import { formatIsoMoment } from '@/lib/format/date';
import type { AuditEvent, AuditFilters } from './audit-query';

/** The file formats that events can be downloaded in. */
export type AuditFormat = 'csv' | 'jsonl';

export const auditMediaTypes: Record<AuditFormat, string> = { csv: 'text/csv', jsonl: 'application/jsonl' };

const columns = [
  'id',
  'created_at',
  'user_id',
  'user_name',
  'account_id',
  'action',
  'entity_name',
  'metadata',
] as const;

/** The first line of a file; JSON Lines has none. */
export async function auditFileHead(format: AuditFormat): Promise<string> {
  return format === 'csv' ? csv([columns]) : '';
}

/** Events as lines of a file, with line breaks. Moments are ISO 8601; metadata in CSV is JSON. */
export async function auditFileLines(format: AuditFormat, events: readonly AuditEvent[]): Promise<string> {
  const records = events.map((event) => {
    const values = { ...event, created_at: formatIsoMoment(event.created_at) };
    return columns.map((column) => [column, values[column]] as const);
  });
  if (format === 'jsonl')
    return records.map((record) => `${JSON.stringify(Object.fromEntries(record))}\n`).join('');
  return csv(
    records.map((record) =>
      record.map(([column, value]) => (column === 'metadata' ? JSON.stringify(value) : String(value ?? ''))),
    ),
  );
}

/** The name of a file of these events: `audit-logs-user.disable-from-2026-11-01.csv`. */
export function auditFileName(format: AuditFormat, { action, from, to }: AuditFilters): string {
  const parts = ['audit-logs', action, from && `from-${from}`, to && `to-${to}`];
  return `${parts.filter(Boolean).join('-')}.${format}`;
}

/** The CSV writer is fetched for the first file. */
async function csv(rows: readonly (readonly string[])[]): Promise<string> {
  const { csvText } = await import('@/lib/format/csv-text');
  return csvText(rows);
}
