'use client';
import { useMemo, useState } from 'react';
import { StatusMark } from '@/components/ui/status-mark';
import { limits } from '@/lib/config/limits';
import { formatCount, formatQuantity } from '@/lib/format/number';
import { GraphLines, graphWidth, MOST_LANES } from './graph-lines';
import { isUnderWay, type Job, type JobAttempt, stepStateWords, stepTones } from './job';
import { formatDuration } from './measures';
import type { Segment, SegmentKind } from './segment-line';
import { type GraphLine, type StepGraph, stepGraph } from './step-graph';
import { jobTimeline, type TimelineRow, timeByKind } from './timeline';
import type { JobPlan } from './use-job-plan';
import { useNow } from './use-now';

interface JobTimelineProps {
  job: Job;
  attempts: readonly JobAttempt[];
  /** Null: what the steps wait for isn't known. */
  plan: JobPlan | null;
}

type ShownKind = Exclude<SegmentKind, 'over'>;

const stripes =
  'border-y border-current bg-[repeating-linear-gradient(135deg,currentColor_0_3px,transparent_3px_6px)]';

/** In the order of the legend. */
const kinds: Record<ShownKind, { word: string; fill: string }> = {
  queued: { word: 'Queue', fill: `text-control ${stripes}` },
  waiting: { word: 'Waits', fill: 'bg-rule' },
  own: { word: 'Our own time', fill: 'bg-ink' },
  connect: { word: 'Provider, connection', fill: `text-signal-ink ${stripes}` },
  firstToken: { word: 'Provider, until the first token', fill: 'bg-signal-glow' },
  tokens: { word: 'Provider, tokens', fill: 'bg-signal-ink' },
  failed: { word: 'Provider, failed calls', fill: 'bg-red' },
  backOff: { word: 'Back-off', fill: 'bg-amber-glow' },
  paused: { word: 'Paused for the provider', fill: `text-amber ${stripes}` },
  person: { word: 'Waiting for a person', fill: 'bg-[#b9c8e6]' },
  downtime: { word: 'Downtime of ours', fill: `text-red ${stripes}` },
  unread: { word: 'Calls not shown', fill: `text-muted ${stripes}` },
};
const shownKinds = Object.keys(kinds) as ShownKind[];

/** How often (ms) the bars of a job that runs grow. */
const GROWTH_MS = 500;

/** Where the time of a job went: a row of bars per step, in the order of the graph, each with its notes in words. */
export function JobTimeline({ job, attempts, plan }: JobTimelineProps) {
  const now = useNow(isUnderWay(job) ? GROWTH_MS : null);
  const waitsFor = useMemo(() => plan && new Map(plan.steps.map((step) => [step.id, step.waitsFor])), [plan]);
  const timeline = useMemo(() => jobTimeline(job, attempts, waitsFor, now), [job, attempts, waitsFor, now]);
  const graph = useMemo(() => stepGraph(timeline.rows), [timeline]);
  const { from, to, rows } = timeline;
  const drawn = graph.lanes <= MOST_LANES ? graph : { ...graph, lanes: 0 };
  return (
    <div className="rounded-panel border border-rule bg-white px-4 py-4 [--surface:white] sm:px-5">
      <Legend rows={rows} sums={timeByKind(timeline)} />
      <div aria-hidden="true" className={`mt-3 ${columns} print:hidden max-sm:hidden`}>
        <span />
        <Ticks duration={to - from} />
        <span />
      </div>
      <ol className="mt-1">
        {rows.map((row, index) => (
          <Row from={from} graph={drawn} key={row.id} lines={drawn.rows[index] ?? []} row={row} to={to} />
        ))}
      </ol>
      <LeftOut left={timeline.left} />
    </div>
  );
}

/** The attempts of a very long job that have no bar. */
function LeftOut({ left }: { left: ReadonlyMap<string, number> }) {
  if (left.size === 0) return null;
  const calls = [...left.values()].reduce((sum, count) => sum + count, 0);
  return (
    <p className="mt-3 max-w-[72ch] text-[13.5px] text-muted">
      This page loads the first {formatCount(limits.list.max)} attempts of a job.{' '}
      {formatQuantity(calls, { one: 'later call', other: 'later calls' })} of{' '}
      {formatQuantity(left.size, { one: 'step', other: 'steps' })} {calls === 1 ? "isn't" : "aren't"} shown.
      Costs are those of all calls.
    </p>
  );
}

const columns = 'sm:grid sm:grid-cols-[minmax(0,13rem)_minmax(0,1fr)_5rem] sm:gap-x-4';

/** The colors in words, each with its time. If steps overlap, it is counted once: the provider's time before ours. */
function Legend({ rows, sums }: { rows: readonly TimelineRow[]; sums: ReadonlyMap<SegmentKind, number> }) {
  const present = new Set(rows.flatMap(({ segments }) => segments.map(({ kind }) => kind)));
  return (
    <ul aria-label="Where the time went" className="flex flex-wrap gap-x-5 gap-y-1.5 text-[13.5px]">
      {shownKinds
        .filter((kind) => present.has(kind))
        .map((kind) => (
          <li className="flex items-center gap-2" key={kind}>
            <span
              aria-hidden="true"
              className={`h-3 w-4 shrink-0 rounded-[2px] forced-colors:border [print-color-adjust:exact] ${kinds[kind].fill}`}
            />
            {kinds[kind].word}
            {sums.has(kind) && (
              <span className="text-muted tabular-nums">{formatDuration(sums.get(kind) ?? 0)}</span>
            )}
          </li>
        ))}
    </ul>
  );
}

/** Round moments below which the bars are read. */
function Ticks({ duration }: { duration: number }) {
  const step = tickStep(duration);
  const ticks =
    duration > 0 ? Array.from({ length: Math.floor(duration / step) + 1 }, (_, i) => i * step) : [0];
  return (
    <div className="relative h-5 text-[12px] text-muted tabular-nums">
      {ticks
        // A label at the right edge would leave the bars.
        .filter((tick) => tick === 0 || tick / duration < 0.94)
        .map((tick) => (
          <span
            className="absolute border-rule border-l pl-1"
            key={tick}
            style={{ left: `${duration > 0 ? (tick / duration) * 100 : 0}%` }}
          >
            {tick === 0 ? '0' : formatDuration(tick)}
          </span>
        ))}
    </div>
  );
}

/** Steps of time (ms) that read well: at most six of them. */
function tickStep(duration: number): number {
  const SECOND = 1_000;
  const MINUTE = 60 * SECOND;
  const HOUR = 60 * MINUTE;
  const steps = [
    ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
    ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * SECOND),
    ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE),
    ...[1, 2, 4, 6, 12, 24].map((hours) => hours * HOUR),
  ];
  return steps.find((step) => duration / step <= 6) ?? 24 * HOUR * Math.ceil(duration / (6 * 24 * HOUR));
}

interface RowProps {
  row: TimelineRow;
  graph: StepGraph;
  lines: readonly GraphLine[];
  from: number;
  to: number;
}

/** A step: its name, its bars, its time; opened, its notes. */
function Row({ row, graph, lines, from, to }: RowProps) {
  const [open, setOpen] = useState(false);
  const { id, waitsFor, isReused } = row;
  const state = isReused ? 'Reused' : stepStateWords(row);
  const segments = row.segments.filter(({ kind }) => kind !== 'over');
  const isBegun = segments.some(({ kind }) => kind !== 'queued' && kind !== 'waiting');
  const time = segments
    .filter(({ kind }) => kind !== 'queued' && kind !== 'waiting')
    .reduce((sum, segment) => sum + segment.to - segment.from, 0);
  return (
    <li className="relative border-rule border-t first:border-t-0">
      {graph.lanes > 0 && <GraphLines lanes={graph.lanes} lines={lines} />}
      <details className="group" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary
          className={`cursor-pointer rounded-control py-2 text-[14px] max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-3 max-sm:gap-y-1.5 sm:items-center [&::-webkit-details-marker]:hidden list-none ${columns}`}
        >
          <span
            className="min-w-0 sm:pl-(--graph)"
            style={{ '--graph': `${graphWidth(graph.lanes)}px` } as React.CSSProperties}
          >
            <span className="block truncate font-medium" title={id}>
              {id}
            </span>
            {waitsFor && waitsFor.length > 0 && (
              <span className="block truncate text-[12.5px] text-muted" title={waitsFor.join(', ')}>
                after {waitsFor.join(', ')}
              </span>
            )}
          </span>
          <span
            aria-hidden="true"
            className="relative block h-5 overflow-hidden rounded-[3px] bg-paper-2 max-sm:order-last max-sm:col-span-2 print:border print:border-rule forced-colors:border"
          >
            {segments.map((segment) => (
              <Bar from={from} key={segment.from} segment={segment} to={to} />
            ))}
          </span>
          <span className="whitespace-nowrap text-right text-[13.5px] text-muted tabular-nums">
            {isBegun ? formatDuration(time) : state}
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

function Bar({
  segment: { kind, from: start, to: end, note },
  from,
  to,
}: {
  segment: Segment;
  from: number;
  to: number;
}) {
  const share = (moment: number) => `${((moment - from) / (to - from)) * 100}%`;
  return (
    <span
      className={`absolute inset-y-0 min-w-[2px] [print-color-adjust:exact] forced-colors:border-r ${kinds[kind as ShownKind].fill}`}
      style={{ left: share(start), width: share(from + end - start) }}
      title={`${note}: ${formatDuration(end - start)}`}
    />
  );
}

/** `Queue 12 ms, our own time 40 ms` */
function sumsInWords(segments: readonly Segment[]): string {
  return shownKinds
    .flatMap((kind) => {
      const of = segments.filter((segment) => segment.kind === kind);
      const sum = of.reduce((total, segment) => total + segment.to - segment.from, 0);
      return of.length > 0 ? `${kinds[kind].word}: ${formatDuration(sum)}` : [];
    })
    .join(', ');
}

/** A step, in order and in words. */
function Notes({ row, segments, from }: { row: TimelineRow; segments: readonly Segment[]; from: number }) {
  return (
    <div className="pb-3 text-[13.5px] sm:pl-56">
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
                  className={`mr-2 inline-block h-2.5 w-3 rounded-[2px] [print-color-adjust:exact] ${kinds[kind as ShownKind].fill}`}
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
