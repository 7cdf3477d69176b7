import { addDays, addMonths, type Day } from '@/lib/rules/day';
import type { User } from '@/prisma/generated/prisma/client';
import type { DemoKey } from '@/prisma/seed/demo-people';
import { dailyVolume, type Lane, type Workload } from '@/prisma/seed/draw-execution';

/** 640 over the Starter plan's limit. */
const LAST_MONTH = 10_640;

/** Globex's executions by day: a trial, then real work since the first of last month. */
export function globexVolume(today: Day): Map<Day, number> {
  const live = addMonths(today, -1);
  const days = { from: addMonths(today, -2), to: today };
  return dailyVolume('globex', {
    days,
    total: { over: { from: live, to: addDays(addMonths(today, 0), -1) }, executions: LAST_MONTH },
    growth: 1.2,
    weekend: 0.9,
    special: (day) => (day < live ? 0.08 : 1),
  });
}

const workloads = {
  moderation: {
    template: 'Listing moderation',
    tokensIn: 134,
    tokensOut: 8,
    models: { 'sandbox/fast': 1 },
  },
  tags: {
    template: 'Product tag suggestions',
    tokensIn: 195,
    tokensOut: 10,
    models: { 'sandbox/fast': 7, 'sandbox/quality': 1 },
  },
  replies: {
    template: 'Customer reply draft',
    tokensIn: 97,
    tokensOut: 50,
    models: { 'sandbox/quality': 1 },
  },
  returns: {
    template: 'Return reason sorting',
    tokensIn: 131,
    tokensOut: 8,
    models: { 'sandbox/fast': 1 },
  },
} as const satisfies Record<string, Workload>;

/** The workflows of each person at Globex. */
export function globexLanes(
  { joan, tommy, mavis, dilly }: Record<'joan' | 'tommy' | 'mavis' | 'dilly', User>,
  keys: Record<'shop' | 'shopTest' | 'returns', DemoKey>,
): Lane[] {
  const { moderation, tags, replies, returns } = workloads;
  return [
    {
      user: tommy,
      key: keys.shop,
      workload: moderation,
      weight: 14,
      roundTheClock: true,
      todayAtLeast: 2,
    },
    { user: tommy, key: keys.shop, workload: tags, weight: 7, roundTheClock: true },
    { user: tommy, key: keys.shopTest, workload: tags, weight: 1, until: 24 },
    { user: mavis, key: keys.returns, workload: returns, weight: 5, roundTheClock: true },
    { user: mavis, workload: replies, weight: 3 },
    { user: dilly, workload: replies, weight: 2, from: 84 },
    { user: joan, workload: replies, weight: 1 },
  ];
}
