'use client';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { StatusMark } from '@/components/ui/status-mark';
import { limits } from '@/lib/config/limits';
import { formatCount, formatQuantity } from '@/lib/format/number';
import { GraphLines, graphWidth, MOST_LANES } from './graph-lines';
import { isUnderWay, type Job, type JobAttempt, stepStateWords, stepTones } from './job';
import { formatDuration, formatExact, formatParts, runTime } from './measures';
import { RUNNING_MS } from './run-time';
import type { Segment } from './segment-line';
import { type GraphLine, type StepGraph, stepGraph } from './step-graph';
import { axisTicks, placeOf, type TimeScale, timeScale } from './time-scale';
import {
  type JobPart,
  jobParts,
  jobTimeline,
  kindsByRank,
  type ShownKind,
  type Timeline,
  type TimelineRow,
  timeByKind,
} from './timeline';
import type { JobPlan } from './use-job-plan';
import { useNow } from './use-now';

interface JobTimelineProps {
  job: Job;
  attempts: readonly JobAttempt[];
  /** Null: what the steps wait for isn't known. */
  plan: JobPlan | null;
}

const stripes =
  'border-y border-current bg-[repeating-linear-gradient(135deg,currentColor_0_3px,transparent_3px_6px)]';

const kinds: Record<ShownKind, { word: string; fill: string }> = {
  tokens: { word: 'Provider, tokens', fill: 'bg-signal-ink' },
  firstToken: { word: 'Provider, until the first token', fill: 'bg-signal-glow' },
  connect: { word: 'Provider, connection', fill: `text-signal-ink ${stripes}` },
  failed: { word: 'Provider, failed calls', fill: 'bg-red' },
  backOff: { word: 'Back-off', fill: 'bg-amber-glow' },
  paused: { word: 'Paused for the provider', fill: `text-amber ${stripes}` },
  downtime: { word: 'Downtime of ours', fill: `text-red ${stripes}` },
  unread: { word: 'Calls not shown', fill: `text-muted ${stripes}` },
  person: { word: 'Waiting for a person', fill: 'bg-[#b9c8e6]' },
  own: { word: 'Our own time', fill: 'bg-ink' },
  queued: { word: 'Queue', fill: `text-control ${stripes}` },
  waiting: { word: 'Waits', fill: 'bg-rule' },
};

/** Where the time of a job went: a row of bars per step, in the order of the graph, each with its notes in words. */
export function JobTimeline({ job, attempts, plan }: JobTimelineProps) {
  const now = useNow(isUnderWay(job) ? RUNNING_MS : null);
  const waitsFor = useMemo(() => plan && new Map(plan.steps.map((step) => [step.id, step.waitsFor])), [plan]);
  const timeline = useMemo(() => jobTimeline(job, attempts, waitsFor, now), [job, attempts, waitsFor, now]);
  const graph = useMemo(() => stepGraph(timeline.rows), [timeline]);
  const scale = useMemo(() => timeScale(timeline), [timeline]);
  const { from, rows } = timeline;
  const parts = jobParts(timeline);
  const drawn = graph.lanes <= MOST_LANES ? graph : { ...graph, lanes: 0 };
  return (
    <div
      className="rounded-panel border border-rule bg-white px-4 py-4 [--surface:white] sm:px-5"
      style={{ '--graph': `${graphWidth(drawn.lanes)}px` } as React.CSSProperties}
    >
      <Legend parts={parts} timeline={timeline} />
      <BreakNote scale={scale} />
      <div aria-hidden="true" className={`mt-3 ${columns} max-sm:pl-(--graph) print:hidden`}>
        <span />
        <Ticks scale={scale} />
        <span />
      </div>
      {rows.length > 1 && <WholeJob parts={parts} scale={scale} timeline={timeline} />}
      <ol className="mt-1">
        {rows.map((row, index) => (
          <Row
            from={from}
            graph={drawn}
            key={row.id}
            lines={drawn.rows[index] ?? []}
            row={row}
            scale={scale}
            time={timeOf(row, now)}
          />
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

/** The colors in words, each with its share of the job's duration: together, they are that duration. */
function Legend({ timeline, parts }: { timeline: Timeline; parts: readonly JobPart[] }) {
  const { rows, startedAt, to } = timeline;
  const { before, duration } = timeByKind(parts, startedAt);
  const present = new Set(rows.flatMap(({ segments }) => segments.map(({ kind }) => kind)));
  const shown = kindsByRank.filter(
    (kind) => duration.has(kind) || (present.has(kind) && (kind !== 'queued' || before === 0)),
  );
  const times = formatParts(shown.map((kind) => duration.get(kind) ?? 0));
  return (
    <>
      <ul aria-label="Where the time went" className="flex flex-wrap gap-x-5 gap-y-1.5 text-[13.5px]">
        {shown.map((kind, index) => (
          <LegendItem key={kind} kind={kind} time={duration.has(kind) ? (times[index] ?? '') : '0 ms'}>
            {kinds[kind].word}
          </LegendItem>
        ))}
        {before > 0 && (
          <LegendItem kind="queued" time={formatDuration(before)}>
            Queue before the start
          </LegendItem>
        )}
      </ul>
      {startedAt < to && (
        <p className="mt-1.5 max-w-[88ch] text-[13px] text-muted">
          Together, these are the duration of {formatExact(to - startedAt)}
          {before > 0 && ', without the queue before it'}.
          {rows.length > 1 && ' If steps overlap, a moment counts once, for the first of these that happens.'}
        </p>
      )}
    </>
  );
}

function LegendItem({ kind, time, children }: { kind: ShownKind; time: string; children: string }) {
  return (
    <li className="flex items-center gap-2">
      <span
        aria-hidden="true"
        className={`h-3 w-4 shrink-0 rounded-[2px] forced-colors:border [print-color-adjust:exact] ${kinds[kind].fill}`}
      />
      {children}
      <span className="text-muted tabular-nums">{time}</span>
    </li>
  );
}

/** The bar that the legend adds up: what counted at each moment. */
function WholeJob({
  parts,
  timeline: { startedAt, to },
  scale,
}: {
  parts: readonly JobPart[];
  timeline: Timeline;
  scale: TimeScale;
}) {
  return (
    <div
      className={`border-rule border-b py-2 text-[14px] max-sm:pl-(--graph) max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-3 max-sm:gap-y-1.5 sm:items-center ${columns}`}
    >
      <span className="font-medium">Whole job</span>
      <Bars scale={scale}>
        {parts.map((part) => (
          <Bar key={part.from} note={kinds[part.kind].word} scale={scale} segment={part} />
        ))}
      </Bars>
      <span className="whitespace-nowrap pr-[15px] text-right text-[13.5px] text-muted tabular-nums">
        {startedAt < to ? formatDuration(to - startedAt) : '—'}
      </span>
    </div>
  );
}

function Bars({ scale, children }: { scale: TimeScale; children: ReactNode }) {
  return (
    <span
      aria-hidden="true"
      className="relative block h-5 overflow-hidden rounded-[3px] bg-paper-2 max-sm:order-last max-sm:col-span-2 print:border print:border-rule forced-colors:border"
    >
      {children}
      {scale
        .filter(({ isBreak }) => isBreak)
        .map(({ from, start, end }) => (
          <span
            className="absolute inset-y-[-2px] w-[9px] -translate-x-1/2 -skew-x-[20deg] border-ink border-x-2 bg-white [print-color-adjust:exact]"
            data-break
            key={from}
            style={{ left: `${((start + end) / 2) * 100}%` }}
          />
        ))}
    </span>
  );
}

/** Round moments below which the bars are read, and the times of breaks. */
function Ticks({ scale }: { scale: TimeScale }) {
  const axis = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(() => setWidth(axis.current?.clientWidth ?? 0));
    if (axis.current) observer.observe(axis.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div className="relative h-5 text-[12px] text-muted tabular-nums" ref={axis}>
      {axisTicks(scale, width).map(({ place, label, isBreak }) => (
        <span
          className={`absolute whitespace-nowrap ${isBreak ? '-translate-x-1/2' : 'border-rule border-l pl-1'}`}
          key={place}
          style={{ left: `${place * 100}%` }}
        >
          {label}
        </span>
      ))}
    </div>
  );
}

/** Which waits aren't as wide as their time. */
function BreakNote({ scale }: { scale: TimeScale }) {
  const breaks = scale.filter(({ isBreak }) => isBreak);
  if (breaks.length === 0) return null;
  const time = formatDuration(breaks.reduce((sum, { from, to }) => sum + to - from, 0));
  return (
    <p className="mt-1.5 max-w-[88ch] text-[13px] text-muted">
      {breaks.length === 1
        ? `The wait of ${time} for a person is drawn shorter.`
        : `${formatCount(breaks.length)} waits for a person (${time} in all) are drawn shorter.`}{' '}
      <span className="print:hidden">After a break mark, the axis counts from the end of the wait.</span>
    </p>
  );
}

interface RowProps {
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
function timeOf(row: TimelineRow, now: number): string {
  if (row.isReused) return 'Reused';
  return row.startedAt === null ? stepStateWords(row) : runTime(row, now);
}

/** A step: its name, its bars, its time; opened, its notes. */
function Row({ row, graph, lines, time, scale, from }: RowProps) {
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

interface BarProps {
  segment: JobPart;
  note: string;
  scale: TimeScale;
}

function Bar({ segment: { kind, from, to }, note, scale }: BarProps) {
  const start = placeOf(scale, from);
  return (
    <span
      className={`absolute inset-y-0 min-w-[2px] [print-color-adjust:exact] forced-colors:border-r ${kinds[kind].fill}`}
      style={{ left: `${start * 100}%`, width: `${(placeOf(scale, to) - start) * 100}%` }}
      title={`${note}: ${formatDuration(to - from)}`}
    />
  );
}

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
