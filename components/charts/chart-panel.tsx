'use client';
import { type ReactNode, useId, useRef, useState } from 'react';
import { NumberLink } from '@/components/ui/link';
import { saveText } from '@/components/ui/save-file';
import { Cell, ColumnHeader, RowHeader, Table } from '@/components/ui/table';
import { SectionTitle } from '@/components/ui/titles';
import type { ChartNumbers, NumberRow } from './chart-data';

type ChartPanelProps = {
  title: string;
  /** The chart's period, in a few words next to the title: `Oct 23 – Nov 21, 2026, UTC`. */
  note?: string;
  /** The chart's data; null if there is none. */
  numbers: ChartNumbers | null;
  /** The chart, or what replaces it. */
  children: ReactNode;
};

/** A titled chart, with the table and the CSV file of its numbers. */
export function ChartPanel({ title, note, numbers, children }: ChartPanelProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="min-w-0">
      <div className="mb-4 break-after-avoid items-baseline justify-between gap-x-6 sm:flex">
        <SectionTitle id={titleId}>{title}</SectionTitle>
        {note ? <p className="text-[13.5px] text-muted">{note}</p> : null}
      </div>
      {children}
      {numbers ? (
        <div className="relative mt-3">
          {/* Printed open: paper has nothing to press. */}
          <details className="print:details-content:[content-visibility:visible]">
            <summary className="print:hidden w-fit cursor-pointer rounded-control py-1 text-[13.5px] text-muted underline decoration-rule underline-offset-4 hover:text-text hover:decoration-current">
              View as table
            </summary>
            <div className="mt-2">
              <ChartTable label={`${title}, table`} numbers={numbers} />
            </div>
          </details>
          <DownloadButton className="absolute top-0 right-0" numbers={numbers} what={title} />
        </div>
      ) : null}
    </section>
  );
}

interface ChartTableProps {
  label: string;
  numbers: ChartNumbers;
  /** The rows of the current page; all rows by default. */
  shown?: readonly NumberRow[];
  /** The label of the sum over all rows, shown or not. */
  totalName?: string;
}

/** A chart's numbers in the chart's order, with their sum below if they are everything. */
export function ChartTable({ label, numbers, shown, totalName = 'Total' }: ChartTableProps) {
  const { head, columns, rows, hasTotal } = numbers;
  return (
    <Table label={label}>
      <thead>
        <tr>
          <ColumnHeader>{head}</ColumnHeader>
          {columns.map((column) => (
            <ColumnHeader key={column.head} numeric>
              {column.head}
            </ColumnHeader>
          ))}
        </tr>
      </thead>
      <tbody>
        {(shown ?? rows).map((row) => (
          <tr key={row.key}>
            <RowHeader className="min-w-[110px]">
              <Linked href={row.nameHref}>{row.name}</Linked>
            </RowHeader>
            {columns.map((column, index) => (
              <Cell key={column.head} numeric>
                <Linked href={row.href}>{column.format(row.values[index] ?? 0)}</Linked>
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
      {hasTotal ? (
        // As a footer it would be printed on every page, like that page's sum.
        <tfoot className="font-semibold print:table-row-group">
          <tr>
            <RowHeader className="font-semibold">{totalName}</RowHeader>
            {columns.map((column, index) => (
              <Cell key={column.head} numeric>
                <Linked href={numbers.totalHref}>
                  {column.format(column.sum(rows.map((row) => row.values[index] ?? 0)))}
                </Linked>
              </Cell>
            ))}
          </tr>
        </tfoot>
      ) : null}
    </Table>
  );
}

/** A name or number, as a link if it leads anywhere. */
function Linked({ href, children }: { href: string | undefined; children: string }) {
  return href === undefined ? children : <NumberLink href={href}>{children}</NumberLink>;
}

interface DownloadButtonProps {
  numbers: ChartNumbers;
  /** The name of the saved data, for screen readers. */
  what: string;
  className?: string;
}

/** Saves a chart's numbers as a CSV file, and says so if that fails. */
export function DownloadButton({ numbers, what, className = '' }: DownloadButtonProps) {
  const [failed, setFailed] = useState(false);
  const saving = useRef(false);
  const save = async () => {
    // A double press counts once.
    if (saving.current) return;
    saving.current = true;
    setFailed(false);
    try {
      const { csvHead, columns, rows, fileName } = numbers;
      // The CSV writer is fetched on the first press.
      const { csvText } = await import('@/lib/format/csv-text');
      const csv = csvText([
        [csvHead, ...columns.map((column) => column.csvHead)],
        ...rows.map((row) => [
          row.csvName,
          ...columns.map((column, index) => column.csv(row.values[index] ?? 0)),
        ]),
      ]);
      saveText(`${fileName}.csv`, [csv], 'text/csv');
    } catch (error) {
      console.warn("The CSV file wasn't made.", error);
      setFailed(true);
    } finally {
      saving.current = false;
    }
  };
  return (
    <>
      <button
        className={`cursor-pointer rounded-control py-1 text-[13.5px] text-muted underline decoration-rule underline-offset-4 hover:text-text hover:decoration-current print:hidden ${className}`}
        onClick={save}
        type="button"
      >
        Download CSV<span className="sr-only"> of {what}</span>
      </button>
      <p className="text-[13.5px] text-red" role="alert">
        {failed ? 'Not downloaded. Try again.' : ''}
      </p>
    </>
  );
}
