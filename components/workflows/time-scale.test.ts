import fc from 'fast-check';
import { expect, test } from 'vitest';
import { kindsByRank } from './job-parts';
import type { Segment } from './segment-line';
import { axisTicks, placeOf, timeScale } from './time-scale';
import type { Timeline } from './timeline';

const SECOND = 1_000;
const DAY = 24 * 3_600 * SECOND;

/** A job with these rows of segments, each by its kind and the moment of its end. */
function timelineOf(rows: [kind: Segment['kind'], to: number][][]): Timeline {
  const to = rows[0]?.at(-1)?.[1] ?? 0;
  return {
    ...{ from: 0, to, startedAt: 0, left: new Map() },
    rows: rows.map((segments, index) => ({
      ...{ id: String(index), status: 'COMPLETED', startedAt: null, finishedAt: null, approval: null },
      ...{ waitsFor: null, isReused: false },
      segments: segments.map(([kind, end], at) => ({
        kind,
        from: segments[at - 1]?.[1] ?? 0,
        to: end,
        note: '',
      })),
    })),
  };
}

/** Each label as `10% 2 s`. */
const ticksOf = (timeline: Timeline) =>
  axisTicks(timeScale(timeline), 640).map(({ place, label }) => `${Math.round(place * 100)}% ${label}`);

test('without a long wait for a person, the axis has round moments at their places', () => {
  expect(
    ticksOf(
      timelineOf([
        [
          ['own', 4 * SECOND],
          ['person', 10 * SECOND],
          ['own', 20 * SECOND],
        ],
      ]),
    ),
  ).toEqual([...['0% 0', '25% 5.0 s', '50% 10.0 s', '75% 15.0 s']]);
  expect(ticksOf(timelineOf([[]]))).toEqual(['0% 0']);
});

test('a wait of two days takes a quarter of the width, in words; the axis counts to it, and again from its end', () => {
  const decidedAt = 4 * SECOND + 2 * DAY;
  const timeline = timelineOf([
    [
      ['tokens', 4 * SECOND],
      ['person', decidedAt],
      ['tokens', decidedAt + 8 * SECOND],
    ],
    [
      ['waiting', decidedAt],
      ['own', decidedAt + 8 * SECOND],
    ],
  ]);
  const scale = timeScale(timeline);
  expect(placeOf(scale, 4 * SECOND)).toBeCloseTo(0.25);
  expect(placeOf(scale, decidedAt)).toBeCloseTo(0.5);
  expect(placeOf(scale, decidedAt + 4 * SECOND)).toBeCloseTo(0.75);
  expect(ticksOf(timeline)).toEqual(['0% 0', '38% 48 h 0 min', '81% +5.0 s']);
});

test('a wait next to work of another step keeps its width', () => {
  const timeline = timelineOf([
    [
      ['own', SECOND],
      ['person', 90 * SECOND],
      ['own', 91 * SECOND],
    ],
    [
      ['own', 90 * SECOND],
      ['over', 91 * SECOND],
    ],
  ]);
  expect(timeScale(timeline).filter(({ isBreak }) => isBreak)).toEqual([]);
});

const anySegment = fc.tuple(
  fc.constantFrom<Segment['kind'][]>(...kindsByRank),
  fc.integer({ min: 1, max: 40 }),
);
const anyRow = fc.array(fc.record({ segment: anySegment, isLong: fc.boolean() }), {
  minLength: 1,
  maxLength: 8,
});

/** A job that works for a second, waits for a person, and so on. */
function withWaits(...hours: number[]): Timeline {
  const row: [Segment['kind'], number][] = [['own', SECOND]];
  for (const count of hours) {
    const decidedAt = (row.at(-1)?.[1] ?? 0) + count * 3_600 * SECOND;
    row.push(['person', decidedAt], ['own', decidedAt + SECOND]);
  }
  return timelineOf([row]);
}

test('of breaks next to each other, the longest ones keep their times on a narrow axis', () => {
  const scale = timeScale(withWaits(1, 30, 2, 40, 3));
  const breaksOn = (width: number) =>
    axisTicks(scale, width)
      .filter(({ isBreak }) => isBreak)
      .map(({ label }) => label);
  expect(breaksOn(1_200)).toEqual(['1 h 0 min', '30 h 0 min', '2 h 0 min', '40 h 0 min', '3 h 0 min']);
  expect(breaksOn(311)).toEqual(['30 h 0 min', '40 h 0 min']);
});

test('whatever the waits and the width, no two labels are closer than their least gap, and none leaves the axis', () => {
  const waits = fc.array(fc.integer({ min: 1, max: 200 }), { maxLength: 20 });
  const check = (hours: number[], width: number) => {
    const scale = timeScale(withWaits(...hours));
    // As wide as the page draws it.
    const spaces = axisTicks(scale, width).map(({ place, label, isBreak }) => {
      const left = place * width - (isBreak ? label.length * 3.5 : 0);
      return { left, right: left + label.length * 7 + (isBreak ? 0 : 5) };
    });
    for (const [index, { left, right }] of spaces.entries()) {
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(width);
      expect(left - (spaces[index - 1]?.right ?? -6)).toBeGreaterThanOrEqual(6 - 1e-6);
    }
    if (scale.some(({ isBreak }) => isBreak)) expect(spaces.length).toBeGreaterThan(0);
  };
  fc.assert(fc.property(waits, fc.integer({ min: 240, max: 1_600 }), check), { numRuns: 500 });
});

test('whatever the waits, the axis has no gap, equal widths are equal times outside of breaks, and each label is at its moment', () => {
  const check = (any: { segment: [Segment['kind'], number]; isLong: boolean }[]) => {
    let end = 0;
    const row = any.map(({ segment: [kind, time], isLong }): [Segment['kind'], number] => {
      end += kind === 'person' && isLong ? time * 1_000 : time;
      return [kind, end];
    });
    const scale = timeScale(timelineOf([row]));
    const [breaks, others] = [true, false].map((isBreak) =>
      scale.filter((piece) => piece.isBreak === isBreak),
    );
    let [at, place] = [0, 0];
    for (const piece of scale) {
      expect(piece).toMatchObject({ from: at, start: place });
      expect(placeOf(scale, piece.to)).toBeCloseTo(piece.end);
      [at, place] = [piece.to, piece.end];
    }
    expect(at).toBe(end);
    expect(place).toBeCloseTo(1);
    const rates = others?.map(({ from, to, start, end: until }) => (until - start) / (to - from)) ?? [];
    for (const rate of rates) expect(rate).toBeCloseTo(rates[0] ?? 0);
    const widths = breaks?.map(({ start, end: until }) => until - start) ?? [];
    if (widths.length > 0) expect(widths.reduce((sum, width) => sum + width, 0)).toBeCloseTo(0.25);
    for (const { place: shown, label, isBreak } of axisTicks(scale, 640)) {
      const piece = scale.find(({ start, end: until }) => start <= shown && shown < until);
      expect(piece?.isBreak).toBe(isBreak);
      if (!piece || isBreak) continue;
      const time = (shown - piece.start) / (rates[0] ?? 0);
      const [, count, unit] = /^\+?([\d.]+)(?: (ms|s))?/.exec(label) ?? [];
      expect(Number(count) * (unit === 's' ? SECOND : 1)).toBeCloseTo(time, 3);
    }
  };
  fc.assert(fc.property(anyRow, check), { numRuns: 500 });
});
