import { addDays, addMonths, type Day, monthOf } from '@/lib/rules/day';
import type { AcmeKeys } from '@/prisma/seed/acme/acme-keys';
import type { AcmePeople } from '@/prisma/seed/acme/acme-people';
import { dailyVolume, type Lane, type Workload } from '@/prisma/seed/draw-execution';
import { workingDay } from '@/prisma/seed/timeline';

const DAYS = 120;
const EXECUTIONS = 60_000;
const BAD_DAY_AGO = 16;
/** The month so many months ago went over the Starter plan's limit, and Acme moved to Pro in the next. */
export const OVERAGE_MONTH_AGO = 3;

/** The day a provider was down: fewer executions, and many of them failed. */
export const badDay = (today: Day): Day => workingDay(addDays(today, -BAD_DAY_AGO));

/** Acme's executions by day. A product launch makes the month of the overage, and no month before it, exceed. */
export function acmeVolume(today: Day): Map<Day, number> {
  const days = { from: addDays(today, 1 - DAYS), to: today };
  const launch = addMonths(today, -OVERAGE_MONTH_AGO);
  const special = (day: Day) => {
    if (day === badDay(today)) return 0.7;
    if (day < launch) return 0.85;
    return monthOf(day) === launch ? 1.15 : 1;
  };
  const total = { over: days, executions: EXECUTIONS };
  return dailyVolume('acme', { days, total, growth: 2.2, weekend: 0.36, special });
}

const workloads = {
  triage: {
    template: 'Support ticket triage',
    tokensIn: 300,
    tokensOut: 87,
    models: { 'sandbox/fast': 2, 'sandbox/quality': 3 },
  },
  invoices: {
    template: 'Invoice extraction',
    tokensIn: 257,
    tokensOut: 20,
    models: { 'sandbox/quality': 9, 'sandbox/fast': 1 },
  },
  reviews: {
    template: 'Review sentiment',
    tokensIn: 135,
    tokensOut: 8,
    models: { 'sandbox/fast': 1 },
  },
  logs: {
    template: 'Maintenance log digest',
    tokensIn: 260,
    tokensOut: 24,
    models: { 'sandbox/fast': 8, 'sandbox/quality': 1 },
  },
  products: {
    template: 'Product description draft',
    tokensIn: 110,
    tokensOut: 77,
    models: { 'sandbox/quality': 1 },
  },
  releases: {
    template: 'Release notes summary',
    tokensIn: 145,
    tokensOut: 86,
    models: { 'sandbox/quality': 1 },
  },
  contracts: {
    template: 'Contract clause check',
    tokensIn: 430,
    tokensOut: 227,
    models: { 'sandbox/quality': 1 },
  },
  manuals: {
    template: 'Manual translation',
    tokensIn: 108,
    tokensOut: 35,
    models: { 'sandbox/slow': 7, 'sandbox/quality': 2 },
  },
} as const satisfies Record<string, Workload>;

/** Each person's workflows, with their number and key. A lane ends some days before its key or person does. */
export function acmeLanes(people: AcmePeople, keys: AcmeKeys): Lane[] {
  const { triage, invoices, reviews, logs, products, releases, contracts, manuals } = workloads;
  const { ada, grace, emil, mary, george, alicia, ops, augustus, charles, emmy, maria, katherine } = people;
  return [
    {
      user: grace,
      key: keys.supportDesk,
      workload: triage,
      weight: 22,
      roundTheClock: true,
      todayAtLeast: 3,
    },
    { user: grace, workload: triage, weight: 2, todayAtLeast: 1 },
    { user: grace, key: keys.laptop, workload: releases, weight: 3, from: 84, todayAtLeast: 1 },
    { user: grace, workload: products, weight: 4, todayAtLeast: 1 },
    { user: grace, workload: logs, weight: 2 },
    { user: grace, workload: contracts, weight: 1 },
    { user: grace, workload: manuals, weight: 1 },
    { user: grace, key: keys.springPilot, workload: reviews, weight: 4, until: 64 },
    { user: grace, key: keys.oldPipeline, workload: releases, weight: 3, until: 79 },
    { user: mary, key: keys.invoices, workload: invoices, weight: 17, roundTheClock: true },
    { user: alicia, key: keys.reviews, workload: reviews, weight: 13, roundTheClock: true },
    { user: emil, key: keys.armLogs, workload: logs, weight: 5, roundTheClock: true, until: 41 },
    { user: emil, workload: logs, weight: 1, until: 44 },
    { user: emmy, workload: logs, weight: 5 },
    { user: augustus, workload: products, weight: 4 },
    { user: katherine, workload: contracts, weight: 3 },
    { user: charles, workload: contracts, weight: 2 },
    { user: charles, key: keys.tradeFair, workload: products, weight: 3, from: 93, until: 57 },
    { user: ops, key: keys.unnamed, workload: logs, weight: 2, from: 72, until: 9 },
    { user: george, workload: releases, weight: 2 },
    { user: maria, workload: manuals, weight: 3, from: 48 },
    { user: alicia, workload: triage, weight: 2, from: 24 },
    { user: ada, workload: contracts, weight: 1 },
  ];
}
