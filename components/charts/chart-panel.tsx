'use client';
import { type ReactNode, useId } from 'react';
import { SectionTitle } from '@/components/ui/section-title';
import type { ChartNumbers } from './chart-data';
import { ChartTable } from './chart-table';
import { DownloadButton } from './download-button';

type ChartPanelProps = {
  title: string;
  /** What the chart covers, in a few words next to the title: `Oct 23 – Nov 21, 2026, UTC`. */
  note?: string;
  /** What is drawn, in numbers; null if nothing is. */
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
