'use client';
import { useRef, useState } from 'react';
import { saveFile } from '@/components/ui/save-file';
import type { ChartNumbers } from './chart-data';

interface DownloadButtonProps {
  numbers: ChartNumbers;
  /** What is saved, for screen readers. */
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
      saveFile(`${fileName}.csv`, [csv], 'text/csv');
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
