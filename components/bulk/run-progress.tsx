import { formatCount, formatShare } from '@/lib/format/number';
import { type BulkRun, rowCount } from './bulk-run';

const parts = [
  ['completedRows', 'completed', 'bg-signal'],
  ['failedRows', 'failed', 'bg-red'],
  ['canceledRows', 'canceled', 'bg-muted'],
  ['skippedRows', 'skipped', 'bg-control'],
] as const;

/** The counts of a run's rows that aren't 0, in words: `12 completed`. */
export function countsOf(run: BulkRun): string[] {
  const counts: [number, string][] = [
    ...parts.map(([name, word]): [number, string] => [run[name], word]),
    [run.runningRows, 'running'],
    [run.pendingRows, 'waiting'],
    [run.heldRows, 'on hold'],
  ];
  return counts.flatMap(([count, word]) => (count > 0 ? `${formatCount(count)} ${word}` : []));
}

/** How many of a run's rows have ended: a bar with a part for each outcome. */
export function RunBar({ run }: { run: BulkRun }) {
  const { name, progress, totalRows } = run;
  return (
    <div
      aria-label={`Progress of ${name}`}
      aria-valuemax={100}
      aria-valuemin={0}
      aria-valuenow={Math.floor(progress)}
      aria-valuetext={`${formatShare(progress)} of ${rowCount(totalRows)}: ${countsOf(run).join(', ')}`}
      className="flex h-2 w-full overflow-hidden rounded-full bg-rule forced-colors:border print:border print:border-control"
      role="progressbar"
    >
      {parts.map(([part, , color]) => (
        <div
          className={`h-full forced-colors:bg-[Highlight] ${color}`}
          key={part}
          style={{ width: totalRows === 0 ? 0 : `${(run[part] / totalRows) * 100}%` }}
        />
      ))}
    </div>
  );
}
