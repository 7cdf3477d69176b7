'use client';
import { useRef, useState } from 'react';
import type { ChartNumbers } from './chart-numbers';
import { downloadCsv } from './download-csv';

interface DownloadButtonProps {
  numbers: ChartNumbers;
  /** What is saved, for screen readers. */
  what: string;
  className?: string;
}

/** Saves a chart's numbers as a CSV file; says so where that did not work. */
export function DownloadButton({ numbers, what, className = '' }: DownloadButtonProps) {
  const [failed, setFailed] = useState(false);
  const saving = useRef(false);
  const save = async () => {
    // A double press is one.
    if (saving.current) return;
    saving.current = true;
    setFailed(false);
    try {
      const { csvHead, columns, rows, fileName } = numbers;
      await downloadCsv(fileName, [
        [csvHead, ...columns.map((column) => column.csvHead)],
        ...rows.map((row) => [
          row.csvName,
          ...columns.map((column, index) => column.csv(row.values[index] ?? 0)),
        ]),
      ]);
    } catch (error) {
      console.warn('The CSV file was not made.', error);
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
        {failed ? 'Not downloaded. Please try again.' : ''}
      </p>
    </>
  );
}
