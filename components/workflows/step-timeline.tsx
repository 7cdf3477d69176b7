'use client';
import { useState } from 'react';
import { StatusMark } from '@/components/ui/status-mark';
import { GraphLines } from './graph-lines';
import { stepStateWords, stepTones } from './job';
import { type JobPart, kindsByRank, type ShownKind } from './job-parts';
import { formatDuration, runTime } from './measures';
import type { Segment } from './segment-line';
import type { GraphLine, StepGraph } from './step-graph';
import { Bar, Bars, columns, kinds } from './time-bars';
import type { TimeScale } from './time-scale';
import type { TimelineRow } from './timeline';

interface StepTimelineProps {
  row: TimelineRow;
  graph: StepGraph;
  lines: readonly GraphLine[];
  /** From its start to its end, or what it does instead. */
  time: string;
  scale: TimeScale;
  /** When the job was sent. */
  from: number;
}

/** How long a step ran, as its section says; before it has begun, its state. */
export function stepTime(row: TimelineRow, now: number): string {
  if (row.isReused) return 'Reused';
  return row.startedAt === null ? stepStateWords(row) : runTime(row, now);
}

/** A step: its name, its bars, its time; opened, its notes. */
export function StepTimeline({ row, graph, lines, time, scale, from }: StepTimelineProps) {
  const [open, setOpen] = useState(false);
  const { id, waitsFor, isReused } = row;
  const state = isReused ? 'Reused' : stepStateWords(row);
  const segments = row.segments.filter(isShown);
  return (
    <li className="relative border-rule border-t first:border-t-0">
      {graph.lanes > 0 && <GraphLines lanes={graph.lanes} lines={lines} />}
      <details className="group" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary
          className={`cursor-pointer rounded-control py-2 text-[14px] max-sm:pl-(--graph) max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-3 max-sm:gap-y-1.5 sm:items-center [&::-webkit-details-marker]:hidden list-none ${columns}`}
        >
          <span className="wrap-anywhere min-w-0 sm:pl-(--graph)">
            <span className="block font-medium">{id}</span>
            {waitsFor && waitsFor.length > 0 && (
              <span className="block text-[12.5px] text-muted">after {waitsFor.join(', ')}</span>
            )}
          </span>
          <Bars scale={scale}>
            {segments.map((segment) => (
              <Bar key={segment.from} note={segment.note} scale={scale} segment={segment} />
            ))}
          </Bars>
          <span className="whitespace-nowrap text-right text-[13.5px] text-muted tabular-nums">
            {time}
            <span aria-hidden="true" className="ml-2 inline-block group-open:rotate-90 print:hidden">
              ›
            </span>
          </span>
          <span className="sr-only">{`${state}. ${sumsInWords(segments)}`}</span>
        </summary>
        {open && <Notes from={from} row={row} segments={segments} />}
      </details>
    </li>
  );
}

type ShownSegment = Segment & { kind: ShownKind };

/** After its end, a step has no bar. */
const isShown = (segment: Segment): segment is ShownSegment => segment.kind !== 'over';

/** `Queue 12 ms, our own time 40 ms` */
function sumsInWords(segments: readonly JobPart[]): string {
  return kindsByRank
    .flatMap((kind) => {
      const of = segments.filter((segment) => segment.kind === kind);
      const sum = of.reduce((total, segment) => total + segment.to - segment.from, 0);
      return of.length > 0 ? `${kinds[kind].word}: ${formatDuration(sum)}` : [];
    })
    .join(', ');
}

/** A step, in order and in words. */
function Notes({
  row,
  segments,
  from,
}: {
  row: TimelineRow;
  segments: readonly ShownSegment[];
  from: number;
}) {
  return (
    <div className="pb-3 text-[13.5px] max-sm:pl-(--graph) sm:pl-56">
      <StatusMark tone={stepTones[row.status]}>{stepStateWords(row)}</StatusMark>
      <table aria-label={`Timeline of ${row.id}`} className="mt-1 w-full text-left">
        <thead className="text-[12.5px] text-muted">
          <tr>
            <th className="w-20 py-1 pr-4 font-normal" scope="col">
              At
            </th>
            <th className="w-20 py-1 pr-4 font-normal" scope="col">
              Time
            </th>
            <th className="py-1 font-normal" scope="col">
              What happened
            </th>
          </tr>
        </thead>
        <tbody>
          {segments.map(({ kind, from: start, to: end, note }) => (
            <tr className="border-rule border-t align-top" key={start}>
              <td className="whitespace-nowrap py-1 pr-4 tabular-nums">
                {start === from ? '0' : formatDuration(start - from)}
              </td>
              <td className="whitespace-nowrap py-1 pr-4 tabular-nums">{formatDuration(end - start)}</td>
              <td className="wrap-anywhere py-1">
                <span
                  aria-hidden="true"
                  className={`mr-2 inline-block h-2.5 w-3 rounded-[2px] [print-color-adjust:exact] ${kinds[kind].fill}`}
                />
                {note}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
