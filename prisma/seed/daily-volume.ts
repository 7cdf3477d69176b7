import { addDays, type Day, startOfDay } from '@/lib/rules/day';
import type { UsageRange } from '@/lib/server/usage/usage-range';
import { SeededRandom } from '@/prisma/seed/seeded-random';

/** How much an account runs on each day. */
interface VolumeShape {
  days: UsageRange;
  /** How many executions the whole days of this range have together. */
  total: { over: UsageRange; executions: number };
  /** The last day's size over the first day's. */
  growth: number;
  /** A Saturday's size over a working day's. */
  weekend: number;
  /** What is special about a day: its factor, 1 for most. */
  special(day: Day): number;
}

/** Executions by day: growth, the week's rhythm, some noise, scaled to the total. */
export function dailyVolume(name: string, shape: VolumeShape): Map<Day, number> {
  const random = new SeededRandom(`${name} volume`);
  const days = daysOf(shape.days);
  const sizes = days.map((day, index) => {
    const grown = 1 + (shape.growth - 1) * (index / days.length);
    return grown * weekdayFactor(day, shape.weekend) * shape.special(day) * random.between(0.92, 1.08);
  });
  const { over, executions } = shape.total;
  const sum = sizes.reduce((total, size, index) => total + (isWithin(days[index], over) ? size : 0), 0);
  return new Map(days.map((day, index) => [day, Math.round(((sizes[index] ?? 0) * executions) / sum)]));
}

function daysOf({ from, to }: UsageRange): Day[] {
  const days: Day[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

function isWithin(day: Day | undefined, { from, to }: UsageRange): boolean {
  return day !== undefined && from <= day && day <= to;
}

/** Tuesdays are the busiest, Fridays the quietest of the working days. */
function weekdayFactor(day: Day, weekend: number): number {
  return [weekend * 0.85, 1, 1.12, 1.08, 1.02, 0.88, weekend][startOfDay(day).getUTCDay()] ?? 1;
}
