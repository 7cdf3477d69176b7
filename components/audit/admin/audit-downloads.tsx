'use client';
import { useRef } from 'react';
import { Button } from '@/components/ui/button';
import { Outcome } from '@/components/ui/outcome';
import { type ReadFile, useDownload } from '@/components/ui/use-download';
import { formatIsoMoment } from '@/lib/format/date';
import { formatCount, formatQuantity } from '@/lib/format/number';
import { type AuditEvent, type AuditFilters, readAuditPages } from './audit-filters';

const formats: Record<AuditFormat, string> = { csv: 'Download CSV', jsonl: 'Download JSON Lines' };

interface AuditDownloadsProps {
  filters: AuditFilters;
  /** Whether the filters can be sent. */
  isValid: boolean;
}

/** Saves all events that match the filters as a file, and shows the progress and the outcome. */
export function AuditDownloads({ filters, isValid }: AuditDownloadsProps) {
  const { save, read, result, cancel } = useDownload(filters);
  const pressed = useRef<HTMLButtonElement>(null);
  const possible = isValid && read === null;
  return (
    <div className="print:hidden sm:max-w-[420px]">
      <div className="flex flex-wrap gap-2.5 sm:justify-end">
        {Object.entries(formats).map(([format, label]) => (
          <Button
            aria-disabled={!possible || undefined}
            className="aria-disabled:cursor-not-allowed aria-disabled:opacity-60"
            key={format}
            onClick={({ currentTarget }) => {
              pressed.current = currentTarget;
              if (possible) void save(readEvents(format === 'csv' ? 'csv' : 'jsonl', filters));
            }}
            size="small"
            variant="line"
          >
            {label}
          </Button>
        ))}
      </div>
      {read !== null && (
        <div className="mt-2.5 flex flex-wrap items-center gap-x-3 gap-y-2 text-[14px] text-muted sm:justify-end">
          <p>{formatQuantity(read, { one: 'event', other: 'events' })} so far…</p>
          <Button
            onClick={() => {
              pressed.current?.focus();
              cancel();
            }}
            size="small"
            variant="line"
          >
            Cancel
          </Button>
        </div>
      )}
      {/* Announced once, not for every page. */}
      <p className="sr-only" role="status">
        {read === null ? '' : 'Downloading…'}
      </p>
      <Outcome className="mt-2.5 empty:hidden sm:text-right" result={result} />
    </div>
  );
}

/** Reads all events that match the filters, as a file. */
const readEvents =
  (format: AuditFormat, filters: AuditFilters): ReadFile =>
  async (signal, onRead) => {
    let count = 0;
    const parts = [await auditFileHead(format)];
    for await (const events of readAuditPages(filters, signal)) {
      parts.push(await auditFileLines(format, events));
      count += events.length;
      onRead(count);
    }
    return {
      file: count > 0 ? [auditFileName(format, filters), parts, auditMediaTypes[format]] : null,
      outcome: outcomeOf(count),
    };
  };

function outcomeOf(count: number): string {
  if (count === 0) return 'There are no events to download.';
  return count === 1 ? '1 event downloaded.' : `${formatCount(count)} events downloaded.`;
}

/** The file formats that events can be downloaded in. */
type AuditFormat = 'csv' | 'jsonl';

const auditMediaTypes: Record<AuditFormat, string> = { csv: 'text/csv', jsonl: 'application/jsonl' };

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
