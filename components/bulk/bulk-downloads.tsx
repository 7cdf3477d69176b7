'use client';
import { useState } from 'react';
import { useClient } from 'urql';
import { Button } from '@/components/ui/button';
import { FilterSelect } from '@/components/ui/filter-bar';
import { Outcome, type Result } from '@/components/ui/outcome';
import { onThisSite } from '@/components/workflows/fetch-file';
import { queryFresh } from '@/lib/graphql-client/calls';
import { graphql } from '@/lib/graphql-client/graphql';
import { type BulkRun, rowStatusWords } from './bulk-run';

const linkQuery = graphql(`
  query BulkDownload($id: ID!, $format: BulkFormat!, $status: BulkRowStatus) {
    getBulkJob(id: $id) {
      id
      downloadUrl(format: $format, status: $status)
    }
  }
`);

const formats = { CSV: 'CSV', JSONL: 'JSONL', XLSX: 'Excel' } as const;
type Format = keyof typeof formats;

const { COMPLETED, FAILED, SKIPPED } = rowStatusWords;
const choices = { COMPLETED, FAILED, SKIPPED } as const;

/** Downloads the file's columns next to the results, as they are now. */
export function BulkDownloads({ run: { id } }: { run: BulkRun }) {
  const client = useClient();
  const [status, setStatus] = useState<keyof typeof choices | ''>('');
  const [pending, setPending] = useState<Format | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  const download = async (format: Format) => {
    if (pending !== null) return;
    setPending(format);
    setResult(null);
    try {
      // A new link: one works for an hour, and the page may be open for longer.
      const { getBulkJob } = await queryFresh(client, linkQuery, { id, format, status: status || null });
      if (getBulkJob.downloadUrl === null)
        return setResult({ done: false, text: 'The rows of this run are no longer kept.' });
      const address = onThisSite(getBulkJob.downloadUrl);
      // Asked for first, because a browser is silent about a download that the server refuses.
      const { ok, status: refusal } = await fetch(address, { method: 'HEAD' });
      if (refusal === 413)
        return setResult({
          done: false,
          text: 'The rows are too large for a workbook. Download CSV instead.',
        });
      if (!ok) throw new Error(`The server responded with ${refusal}.`);
      saveFrom(address);
    } catch (error) {
      console.warn("A bulk run couldn't be downloaded.", error);
      setResult({ done: false, text: 'The download failed. Try again.' });
    } finally {
      setPending(null);
    }
  };
  return (
    <>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3 print:hidden">
        <FilterSelect
          all="All rows"
          className="w-[220px] max-w-full"
          label="Rows"
          name="downloaded"
          onChange={(choice) => setStatus(choice as typeof status)}
          options={choices}
          value={status}
        />
        <div className="flex flex-wrap gap-2.5">
          {Object.entries(formats).map(([format, name]) => (
            <Button
              aria-busy={pending === format || undefined}
              aria-disabled={pending !== null || undefined}
              aria-label={`Download ${name}`}
              className="min-h-[42px] aria-disabled:opacity-60"
              key={format}
              onClick={() => download(format as Format)}
              size="small"
              variant="line"
            >
              {pending === format ? 'Preparing...' : name}
            </Button>
          ))}
        </div>
      </div>
      <p className="mt-2 text-[14px] text-muted">
        The file&apos;s columns with each row&apos;s status, result, error, and cost, as they are now.
      </p>
      <Outcome className="mt-3 empty:hidden" result={result} />
    </>
  );
}

/** Starts a download by the browser itself, which shows its progress. */
function saveFrom(href: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = '';
  link.click();
}
