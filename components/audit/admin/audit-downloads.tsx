'use client';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Outcome, useResult } from '@/components/ui/outcome';
import { saveText } from '@/components/ui/save-file';
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
  const { save, read, result, cancel } = useAuditExport(filters);
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
              if (possible) void save(format === 'csv' ? 'csv' : 'jsonl');
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

/**
 * Saves all events that match the filters as one file, after the last one has been read: a file is complete or isn't
 * saved. One download at a time; leaving the page ends it.
 */
function useAuditExport(filters: AuditFilters) {
  const [read, setRead] = useState<number | null>(null);
  const [result, setResult] = useResult(filters);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const save = async (format: AuditFormat) => {
    // A double press counts once.
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    setResult(null);
    setRead(0);
    try {
      let count = 0;
      const parts = [await auditFileHead(format)];
      for await (const events of readAuditPages(filters, controller.signal)) {
        parts.push(await auditFileLines(format, events));
        count += events.length;
        setRead(count);
      }
      controller.signal.throwIfAborted();
      if (count > 0) saveText(auditFileName(format, filters), parts, auditMediaTypes[format]);
      setResult({ done: true, text: outcomeOf(count) });
    } catch (error) {
      setResult(
        controller.signal.aborted
          ? { done: true, text: 'Download canceled. No file was saved.' }
          : { done: false, text: `${messageOf(error)} No file was saved. Try again.` },
      );
    } finally {
      running.current = undefined;
      setRead(null);
    }
  };
  return {
    save,
    /** How many events have been read so far; null if no download is running. */
    read,
    result,
    cancel: () => running.current?.abort(),
  };
}

function outcomeOf(count: number): string {
  if (count === 0) return 'There are no events to download.';
  return count === 1 ? '1 event downloaded.' : `${formatCount(count)} events downloaded.`;
}

const messageOf = (error: unknown) =>
  error instanceof Error && error.message ? error.message : "The file couldn't be made.";

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
