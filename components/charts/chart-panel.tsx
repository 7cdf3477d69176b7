import { type ReactNode, useId } from 'react';
import type { ChartPoint } from './chart-point';
import { ChartTable } from './chart-table';

type ChartPanelProps = {
  title: string;
  /** What the chart covers, in a few words beside the title: `Oct 23 – Nov 21, 2026, UTC`. */
  note?: string;
  points: readonly ChartPoint[];
  columns: readonly [name: string, value: string];
  /** The chart, or what stands in its place. */
  children: ReactNode;
};

/** A titled chart with the table of its numbers a keystroke away. Without points there is no table. */
export function ChartPanel({ title, note, points, columns, children }: ChartPanelProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="min-w-0">
      <div className="mb-4 items-baseline justify-between gap-x-6 sm:flex">
        <h2 className="font-semibold text-[18px] tracking-[-0.01em]" id={titleId}>
          {title}
        </h2>
        {note ? <p className="text-[13.5px] text-muted">{note}</p> : null}
      </div>
      {children}
      {points.length > 0 ? (
        <details className="mt-3">
          <summary className="w-fit cursor-pointer rounded-control py-1 text-[13.5px] text-muted underline-offset-4 hover:text-text hover:underline">
            View as table
          </summary>
          <div className="mt-2">
            <ChartTable columns={columns} label={`${title}, table`} points={points} />
          </div>
        </details>
      ) : null}
    </section>
  );
}
