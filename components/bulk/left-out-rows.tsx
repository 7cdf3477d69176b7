'use client';
import { OpenedDetails } from '@/components/workflows/opened-details';
import { formatCount } from '@/lib/format/number';
import { BadRowsTable } from './bad-rows-table';
import { rowCount } from './bulk-run';
import type { RunSource } from './use-run-source';

/** The rows of a run's file that it never takes, with their lines and reasons; nothing if there are none. */
export function LeftOutRows({ file }: { file: RunSource['file'] }) {
  if (!file?.badCount) return null;
  const { badCount, badRows } = file;
  return (
    <div className="mb-6 text-[15px]">
      <p>
        {rowCount(badCount)} of the file {badCount === 1 ? 'was' : 'were'} left out
        {placesOf(badRows, badCount)}.
      </p>
      {badRows.length > 0 && (
        <OpenedDetails summary="Show the reasons">
          <div className="min-w-0">
            <BadRowsTable badCount={badCount} badRows={badRows} />
          </div>
        </OpenedDetails>
      )}
    </div>
  );
}

/** Lines that the sentence names. */
const MOST_NAMED = 5;

/** ` (line 285)`, ` (lines 3, 8, 12, 20, 31, and others)`; nothing once they are no longer kept. */
function placesOf(badRows: NonNullable<RunSource['file']>['badRows'], badCount: number): string {
  if (badRows.length === 0) return '';
  const lines = badRows.slice(0, MOST_NAMED).map(({ line }) => formatCount(line));
  const others = badCount > lines.length ? ', and others' : '';
  return ` (${badCount === 1 ? 'line' : 'lines'} ${lines.join(', ')}${others})`;
}
