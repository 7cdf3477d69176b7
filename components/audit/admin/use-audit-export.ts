'use client';
import { useEffect, useRef, useState } from 'react';
import type { Result } from '@/components/ui/outcome';
import { saveFile } from '@/components/ui/save-file';
import { formatCount } from '@/lib/format/number';
import {
  type AuditFormat,
  auditFileHead,
  auditFileLines,
  auditFileName,
  auditMediaTypes,
} from './audit-file';
import type { AuditFilters } from './audit-query';
import { readAuditPages } from './read-audit-pages';

/**
 * Saves all events that filters ask for as one file, once the last of them has been read: a file is whole or there is
 * none. One at a time; leaving the page ends it.
 */
export function useAuditExport() {
  const [read, setRead] = useState<number | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const save = async (format: AuditFormat, filters: AuditFilters) => {
    // A double press is one.
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
      if (count > 0) saveFile(auditFileName(format, filters), parts, auditMediaTypes[format]);
      setResult({ done: true, text: outcomeOf(count) });
    } catch (error) {
      setResult(
        controller.signal.aborted
          ? { done: true, text: 'Download canceled. Nothing was saved.' }
          : { done: false, text: `${messageOf(error)} Nothing was saved.` },
      );
    } finally {
      running.current = undefined;
      setRead(null);
    }
  };
  return {
    save,
    /** How many events have been read so far; null: none are being read. */
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
  error instanceof Error && error.message ? error.message : 'The file could not be made.';
