'use client';
import { useMemo } from 'react';
import { limits } from '@/lib/config/limits';
import { formatCount, formatQuantity } from '@/lib/format/number';
import { graphWidth, MOST_LANES } from './graph-lines';
import { isUnderWay, type Job, type JobAttempt } from './job';
import { type JobPart, jobParts, kindsByRank, type ShownKind, timeByKind } from './job-parts';
import { formatDuration, formatExact, formatParts } from './measures';
import { RUNNING_MS, useNow } from './run-time';
import { stepGraph } from './step-graph';
import { StepTimeline, stepTime } from './step-timeline';
import { Bar, Bars, BreakNote, columns, kinds, Ticks } from './time-bars';
import { type TimeScale, timeScale } from './time-scale';
import { jobTimeline, type Timeline } from './timeline';
import type { JobPlan } from './use-job-plan';

interface JobTimelineProps {
  job: Job;
  attempts: readonly JobAttempt[];
  /** Null: what the steps wait for isn't known. */
  plan: JobPlan | null;
}

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
          <StepTimeline
            from={from}
            graph={drawn}
            key={row.id}
            lines={drawn.rows[index] ?? []}
            row={row}
            scale={scale}
            time={stepTime(row, now)}
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
