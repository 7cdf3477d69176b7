import { addDays, type Day, startOfDay } from '@/lib/rules/day';
import { ensureTemplate } from '@/lib/server/usage/ensure-template';
import { recordExecutions } from '@/lib/server/usage/meter-executions';
import { drawExecution, type Lane } from '@/prisma/seed/draw-execution';
import { SeededRandom } from '@/prisma/seed/seeded-random';
import type { Timeline } from '@/prisma/seed/timeline';

/** An account's executions: how many on each day, and of what. */
export interface DemoUsage {
  name: string;
  accountId: string;
  volume: Map<Day, number>;
  lanes: readonly Lane[];
  badDay?: Day;
}

const DAYS_AT_ONCE = 14;
const HOUR_MS = 3_600_000;
const OFFICE_HOURS = [0, 0, 0, 0, 0, 1, 4, 9, 13, 14, 12, 8, 10, 13, 12, 9, 6, 4, 3, 2, 1, 1, 0, 0];
const ALL_HOURS = OFFICE_HOURS.map((weight) => weight + 4);

/** Meters an account's days before a day, a fortnight at a time. */
export async function meterUsage(time: Timeline, usage: DemoUsage, before: Day): Promise<void> {
  // Ids of their own: executions change in number with the weekdays, and other ids mustn't.
  const ids = new SeededRandom(`${usage.name} executions`);
  const chance = { randomBytes: (size: number) => ids.bytes(size) };
  const { db } = time.at(time.present);
  const templateIds = await makeTemplates(time, usage);
  const days = [...usage.volume].filter(([day]) => day < before);
  for (let first = 0; first < days.length; first += DAYS_AT_ONCE) {
    const executions = days
      .slice(first, first + DAYS_AT_ONCE)
      .flatMap(([day, count]) =>
        drawDay(time, usage, { day, count }, ({ random, lane, success, finishedAt }) =>
          drawExecution(random, lane, templateIds.get(lane.workload.template) ?? '', success, finishedAt),
        ),
      );
    await db.write((tx) => recordExecutions(tx, chance, executions));
  }
}

/** Each template is as old as the first day of its first lane. */
async function makeTemplates(time: Timeline, { accountId, lanes, volume }: DemoUsage) {
  const firstDays = new Map<string, Day>();
  const [firstOfAll = time.today] = volume.keys();
  for (const { workload, from } of lanes) {
    const day = from === undefined ? firstOfAll : addDays(time.today, -from);
    const known = firstDays.get(workload.template);
    firstDays.set(workload.template, known !== undefined && known < day ? known : day);
  }
  const ids = new Map<string, string>();
  for (const [template, day] of firstDays) {
    const ctx = time.at(startOfDay(day));
    const { id } = await ctx.db.write((tx) => ensureTemplate(tx, ctx, accountId, template));
    ids.set(template, id);
  }
  return ids;
}

/** An execution of a lane, to be drawn by chance. */
interface DrawnFrom {
  random: SeededRandom;
  lane: Lane;
  /** How likely it completes. */
  success: number;
  finishedAt: Date;
}

/** Draws the executions of a day; of today, those up to the present. */
export function drawDay<Drawn extends { finishedAt: Date }>(
  time: Timeline,
  { name, lanes, badDay }: DemoUsage,
  { day, count }: { day: Day; count: number },
  drawOne: (from: DrawnFrom) => Drawn,
): Drawn[] {
  const random = new SeededRandom(`${name} ${day}`);
  const success = day === badDay ? 0.71 : random.between(0.972, 0.99);
  const active = lanes.filter((lane) => runsOn(lane, day, time.today));
  const weights = active.map(({ weight }) => weight * random.between(0.8, 1.2));
  const draw = (lane: Lane, finishedAt: Date) => drawOne({ random, lane, success, finishedAt });
  const executions: Drawn[] = [];
  for (let drawn = 0; drawn < count; drawn += 1) {
    const lane = active[random.weighted(weights)];
    if (lane) executions.push(draw(lane, instantOf(random, day, lane)));
  }
  if (day !== time.today) return executions;
  return [
    ...active.flatMap((lane) => instantsSoFar(time, lane.todayAtLeast ?? 0).map((at) => draw(lane, at))),
    ...executions.filter(({ finishedAt }) => finishedAt <= time.present),
  ];
}

function runsOn({ from, until }: Lane, day: Day, today: Day): boolean {
  return (
    (from === undefined || day >= addDays(today, -from)) &&
    (until === undefined || day <= addDays(today, -until))
  );
}

function instantOf(random: SeededRandom, day: Day, lane: Lane): Date {
  const hour = random.weighted(lane.roundTheClock ? ALL_HOURS : OFFICE_HOURS);
  return new Date(startOfDay(day).getTime() + Math.floor((hour + random.fraction()) * HOUR_MS));
}

/** Instants spread evenly over what has passed of today. */
function instantsSoFar({ present, today }: Timeline, count: number): Date[] {
  const start = startOfDay(today).getTime();
  const step = (present.getTime() - start) / (count + 1);
  return Array.from({ length: count }, (_, index) => new Date(start + Math.floor(step * (index + 1))));
}
