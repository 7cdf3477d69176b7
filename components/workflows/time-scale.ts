import { jobParts, kindsByRank, type ShownKind } from './job-parts';
import { formatDuration } from './measures';
import type { Timeline } from './timeline';

/** A part of the axis. Moments in milliseconds since the epoch, places as shares of the width, from 0 to 1. */
interface Piece {
  from: number;
  to: number;
  start: number;
  end: number;
  /** A long wait for a person, which is drawn shorter than its time. */
  isBreak: boolean;
}

/** The places of moments, without gaps. Outside of breaks, equal widths are equal times. */
export type TimeScale = readonly Piece[];

/** The share of the width that all breaks have together. */
const BREAKS = 0.25;

/** The shortest wait (ms) that becomes a break. */
const LONG = 10_000;

/** The axis of a job. A long wait for a person, longer than all time without such waits, becomes a break. */
export function timeScale(timeline: Timeline): TimeScale {
  const duration = timeline.to - timeline.from;
  const parts = jobParts(timeline, workFirst).map(({ kind, from, to }) => ({
    ...{ from, to, time: to - from },
    isWait: kind === 'person',
  }));
  const work = duration - sumOf(parts.filter(({ isWait }) => isWait));
  const isBreak = ({ isWait, time }: (typeof parts)[number]) =>
    isWait && work > 0 && time > work && time >= LONG;
  const breaks = parts.filter(isBreak);
  const unbroken = duration - sumOf(breaks);
  const pieces: Piece[] = [];
  for (const part of parts) {
    const { from, to, time } = part;
    const start = pieces.at(-1)?.end ?? 0;
    const width = isBreak(part)
      ? BREAKS / breaks.length
      : (time / unbroken) * (breaks.length > 0 ? 1 - BREAKS : 1);
    const last = pieces.at(-1);
    if (last && !last.isBreak && !isBreak(part)) Object.assign(last, { to, end: start + width });
    else pieces.push({ from, to, start, end: start + width, isBreak: isBreak(part) });
  }
  return pieces;
}

/** Even short work of ours isn't in a break. */
const workFirst = [
  ...kindsByRank.filter((kind) => !isIdle(kind)),
  ...kindsByRank.filter(isIdle),
] as const satisfies readonly ShownKind[];

function isIdle(kind: ShownKind): boolean {
  return kind === 'person' || kind === 'queued' || kind === 'waiting';
}

const sumOf = (parts: readonly { time: number }[]): number => parts.reduce((sum, { time }) => sum + time, 0);

/** The place of a moment, as a share of the width. */
export function placeOf(scale: TimeScale, moment: number): number {
  const piece = scale.find(({ to }) => moment <= to) ?? scale.at(-1);
  if (!piece) return 0;
  const { from, to, start, end } = piece;
  return start + ((moment - from) / (to - from)) * (end - start);
}

/** A label of the axis. */
export interface Tick {
  place: number;
  label: string;
  /** It's the time of a break, in its middle. */
  isBreak: boolean;
}

/**
 * Round moments below which the bars are read, and the times of breaks. After a break, moments count from its end. If
 * labels would touch, the longest breaks and the earliest moments keep theirs.
 * @param width of the axis, in CSS pixels
 */
export function axisTicks(scale: TimeScale, width: number): Tick[] {
  const shown = scale.find((piece) => !piece.isBreak);
  if (!shown) return [{ place: 0, label: '0', isBreak: false }];
  const step = tickStep((shown.to - shown.from) / (shown.end - shown.start));
  const breaks = scale
    .filter(({ isBreak }) => isBreak)
    .toSorted((one, other) => other.to - other.from - (one.to - one.from))
    .map((piece) => spaced({ ...breakTick(piece), width, until: 1 }));
  const moments = scale.flatMap((piece, index) =>
    piece.isBreak
      ? []
      : momentTicks(scale, index, step).map((tick) => spaced({ ...tick, width, until: piece.end })),
  );
  const placed: ReturnType<typeof spaced>[] = [];
  for (const one of [...breaks, ...moments]) {
    const isFree = placed.every(({ left, right }) => one.right + GAP <= left || right + GAP <= one.left);
    if (one.fits && isFree) placed.push(one);
  }
  return placed.map(({ tick }) => tick).toSorted((one, other) => one.place - other.place);
}

const breakTick = ({ from, to, start, end }: Piece): Tick => ({
  ...{ place: (start + end) / 2, label: formatDuration(to - from), isBreak: true },
});

/** Of a part of the axis between breaks. */
function momentTicks(scale: TimeScale, index: number, step: number): Tick[] {
  const { from = 0, to = 0 } = scale[index] ?? {};
  const isFirst = index === 0;
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, count) => ({
    place: placeOf(scale, from + count * step),
    label: count === 0 ? '0' : `${isFirst ? '' : '+'}${formatDuration(count * step)}`,
    isBreak: false,
  })).filter((_, count) => count > 0 || isFirst);
}

/** The least gap between two labels, and the widths of a character and of a moment's mark, in CSS pixels. */
const GAP = 6;
const CHARACTER = 7;
const MARK = 5;

/**
 * The edges of a label: a break's is in the middle of its place, a moment's begins there.
 * @param until the share of the width before which it ends
 */
function spaced({ width, until, ...tick }: Tick & { width: number; until: number }) {
  const at = tick.place * width;
  const size = tick.label.length * CHARACTER + (tick.isBreak ? 0 : MARK);
  const left = tick.isBreak ? at - size / 2 : at;
  const right = left + size;
  return { tick, left, right, fits: left >= 0 && right <= until * width };
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
