'use client';
import { useRef } from 'react';
import { Button } from '@/components/ui/button';
import { Outcome } from '@/components/ui/outcome';
import { formatQuantity } from '@/lib/format/number';
import type { AuditFormat } from './audit-file';
import type { AuditFilters } from './audit-query';
import { useAuditExport } from './use-audit-export';

const formats: Record<AuditFormat, string> = { csv: 'Download CSV', jsonl: 'Download JSON Lines' };

interface AuditDownloadsProps {
  filters: AuditFilters;
  /** Whether the filters can be asked with. */
  isValid: boolean;
}

/** Saves all events of the present filters as a file; says how far it is, and how it went. */
export function AuditDownloads({ filters, isValid }: AuditDownloadsProps) {
  const { save, read, result, cancel } = useAuditExport();
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
              if (possible) void save(format === 'csv' ? 'csv' : 'jsonl', filters);
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
      {/* Said once, not at every page that is read. */}
      <p className="sr-only" role="status">
        {read === null ? '' : 'Downloading…'}
      </p>
      <Outcome className="mt-2.5 empty:hidden sm:text-right" result={result} />
    </div>
  );
}
