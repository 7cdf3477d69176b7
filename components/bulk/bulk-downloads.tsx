'use client';
import { useState } from 'react';
import { type Client, useClient } from 'urql';
import { Button } from '@/components/ui/button';
import { FilterSelect } from '@/components/ui/filter-bar';
import { Checkbox } from '@/components/ui/form';
import { Outcome, type Result } from '@/components/ui/outcome';
import { queryFresh } from '@/lib/graphql-client/calls';
import { inputFaults, waitSentence } from '@/lib/graphql-client/client-errors';
import { graphql } from '@/lib/graphql-client/graphql';
import { type BulkRun, fileFormatWords, rowStatusWords } from './bulk-run';
import { ColumnChoice, readSheetColumns, type SheetRows } from './column-choice';
import { rowsNotKept, SheetRefused, saveWorkbook, startDownload } from './download-sheet';

const linkQuery = graphql(`
  query BulkDownload(
    $id: ID!
    $format: BulkFormat!
    $columns: [String!]
    $status: BulkRowStatus
    $withSteps: Boolean!
  ) {
    getBulkJob(id: $id) {
      id
      downloadUrl(format: $format, columns: $columns, status: $status, withSteps: $withSteps)
      wholeRowsUrl: downloadUrl(format: JSONL)
    }
  }
`);

type Format = keyof typeof fileFormatWords;

const { RUNNING: _running, ...choices } = rowStatusWords;

interface BulkDownloadsProps {
  run: BulkRun;
  /** Whether its workflow has steps before the final ones. */
  hasEarlierSteps: boolean;
}

/** Downloads the file's columns next to the results, as they are now: all or some columns, of all rows or some. */
export function BulkDownloads({ run: { id, name }, hasEarlierSteps }: BulkDownloadsProps) {
  const client = useClient();
  const [chosenStatus, setStatus] = useState<keyof typeof choices | ''>('');
  const [withSteps, setWithSteps] = useState(false);
  const rows: SheetRows = { id, status: chosenStatus || null, withSteps };
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const [pending, setPending] = useState<Format | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  const download = async (format: Format) => {
    if (pending !== null) return;
    setPending(format);
    setResult(null);
    try {
      const columns = await columnsBut(client, rows, leftOut);
      // New links: they work for an hour, and the page may be open for longer.
      const { getBulkJob } = await queryFresh(client, linkQuery, { ...rows, format, columns });
      const { downloadUrl, wholeRowsUrl } = getBulkJob;
      if (downloadUrl === null || wholeRowsUrl === null) throw new SheetRefused(rowsNotKept);
      if (format === 'XLSX') await saveWorkbook(downloadUrl, `${name}.xlsx`);
      else await startDownload(downloadUrl, wholeRowsUrl);
    } catch (error) {
      setResult({ done: false, text: sentenceOf(error) });
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
          onChange={(choice) => setStatus(choice as typeof chosenStatus)}
          options={choices}
          value={chosenStatus}
        />
        <div className="flex flex-wrap gap-2.5">
          {Object.entries(fileFormatWords).map(([format, name]) => (
            <Button
              aria-busy={pending === format || undefined}
              aria-disabled={pending !== null || undefined}
              aria-label={pending === format ? undefined : `Download ${name}`}
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
      {hasEarlierSteps && (
        <div className="mt-3 print:hidden">
          <Checkbox
            checked={withSteps}
            label="Outputs of earlier steps"
            name="withSteps"
            onChange={({ target }) => {
              setWithSteps(target.checked);
              setResult(null);
            }}
          />
        </div>
      )}
      <ColumnChoice
        leftOut={leftOut}
        onChange={(names) => {
          setLeftOut(names);
          setResult(null);
        }}
        rows={rows}
      />
      <p className="mt-2 text-[14px] text-muted">
        The file&apos;s columns with each row&apos;s line, status, result, error, and cost, as they are now.
      </p>
      <Outcome className="mt-3 empty:hidden" result={result} />
    </>
  );
}

/**
 * The columns to download; null for all.
 * @throws SheetRefused if none is left
 */
async function columnsBut(
  client: Client,
  rows: SheetRows,
  leftOut: ReadonlySet<string>,
): Promise<string[] | null> {
  if (leftOut.size === 0) return null;
  // As they are now: rows that have ended since may have brought further ones.
  const columns = await readSheetColumns(client, rows);
  if (columns === null) throw new SheetRefused(rowsNotKept);
  const chosen = columns.filter((column) => !leftOut.has(column));
  if (chosen.length === 0) throw new SheetRefused('Choose at least one column.');
  return chosen.length === columns.length ? null : chosen;
}

function sentenceOf(error: unknown): string {
  if (error instanceof SheetRefused) return error.message;
  console.warn("A bulk run couldn't be downloaded.", error);
  return inputFaults(error)[0]?.message ?? waitSentence(error) ?? 'The download failed. Try again.';
}
