import { models } from '@/lib/config/models';
import { openCatalog, pricesAt } from '@/lib/engine/models/catalog';
import { costNanos, noTokens } from '@/lib/engine/models/cost';
import { addDays, type Day, startOfDay } from '@/lib/rules/day';
import type { MeteredExecution } from '@/lib/server/usage/meter-executions';
import type { UsageRange } from '@/lib/server/usage/usage-range';
import type { User } from '@/prisma/generated/prisma/client';
import type { DemoKey } from '@/prisma/seed/demo-people';
import { SeededRandom } from '@/prisma/seed/seeded-random';

/** The models of the executions that are drawn. */
type DemoModel = 'sandbox/fast' | 'sandbox/quality' | 'sandbox/slow';

const catalog = openCatalog(models);

/** The cost of one execution's tokens, in whole micro-dollars. */
export function tokenCost(model: string, tokensIn: number, tokensOut: number): number {
  const prices = pricesAt(catalog.named(model), Number.MAX_SAFE_INTEGER);
  return Math.round((costNanos({ ...noTokens, input: tokensIn, output: tokensOut }, prices) ?? 0) / 1_000);
}

/** A workflow's profile: its usual tokens, about those of its jobs, and how often it runs on which model. */
export interface Workload {
  template: string;
  tokensIn: number;
  tokensOut: number;
  models: Partial<Record<DemoModel, number>>;
}

/** A steady stream of one workflow from one person, directly or through a key. */
export interface Lane {
  user: User;
  key?: DemoKey;
  workload: Workload;
  /** Its share of the account's work, relative to the other lanes. */
  weight: number;
  /** Days ago, both included; by default from the first day until today. */
  from?: number;
  until?: number;
  /** Runs round the clock, as software does; otherwise in working hours. */
  roundTheClock?: boolean;
  /** Executions that today has at any hour, so that no screen of today is empty in the early morning. */
  todayAtLeast?: number;
}

/**
 * Draws one execution of a lane.
 * @param success how likely it completes
 */
export function drawExecution(
  random: SeededRandom,
  { user, key, workload }: Lane,
  templateId: string,
  success: number,
  finishedAt: Date,
): MeteredExecution {
  const names = Object.keys(workload.models) as DemoModel[];
  const model = names[random.weighted(Object.values(workload.models))] ?? 'sandbox/fast';
  const completed = random.fraction() < success;
  const tokensIn = Math.round(workload.tokensIn * random.between(0.6, 1.5));
  const tokensOut = completed ? Math.round(workload.tokensOut * random.between(0.6, 1.5)) : 0;
  return {
    accountId: user.accountId,
    userId: user.id,
    templateId,
    apiKeyId: key?.apiKey.id ?? null,
    status: completed ? 'COMPLETED' : 'FAILED',
    model,
    tokensIn,
    tokensOut,
    costMicros: tokenCost(model, tokensIn, tokensOut),
    latencyMs: Math.round(random.between(200, 4_000)),
    finishedAt,
  };
}

/** How much an account runs on each day. */
interface VolumeShape {
  days: UsageRange;
  /** How many executions the whole days of this range have together. */
  total: { over: UsageRange; executions: number };
  /** The last day's size over the first day's. */
  growth: number;
  /** A Saturday's size over a working day's. */
  weekend: number;
  /** A day's factor, 1 for most. */
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
