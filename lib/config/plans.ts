/** A subscription plan. Money is in micro-dollars (1,000,000 is one dollar). */
export interface PlanConfig {
  id: string;
  name: string;
  monthlyPriceMicros: number;
  /** Executions in one billing period (a calendar month, UTC); null means no limit. */
  includedExecutions: number | null;
  /** Price per execution over the limit; null if they are refused, or if there is no limit. */
  overagePriceMicros: number | null;
  /** How many days the audit trail keeps an event, and reliability counts a call of a model. */
  auditDays: number;
  /** How many steps of the account's jobs run at once (docs/engine.md, "Dispatch"). */
  stepsAtOnce: number;
  /** How many days the content of a job is kept after its end. */
  jobDays: number;
  /** Most bytes of all outputs of one job. */
  outputBytes: number;
  /** Most bytes of what the account's jobs read and wrote that are kept at a time. */
  storageBytes: number;
}

const MiB = 1024 * 1024;
const GiB = 1024 * MiB;

/** The plans on offer, cheapest first (docs/design.md, "Plans"). */
export const plans = [
  {
    id: 'plan_basic',
    name: 'Basic',
    monthlyPriceMicros: 0,
    includedExecutions: 1_000,
    overagePriceMicros: null,
    auditDays: 90,
    stepsAtOnce: 2,
    jobDays: 7,
    outputBytes: 8 * MiB,
    storageBytes: 256 * MiB,
  },
  {
    id: 'plan_starter',
    name: 'Starter',
    monthlyPriceMicros: 29_000_000,
    includedExecutions: 10_000,
    overagePriceMicros: 10_000,
    auditDays: 365,
    stepsAtOnce: 8,
    jobDays: 30,
    outputBytes: 8 * MiB,
    storageBytes: 2 * GiB,
  },
  {
    id: 'plan_pro',
    name: 'Pro',
    monthlyPriceMicros: 99_000_000,
    includedExecutions: 100_000,
    overagePriceMicros: 8_000,
    auditDays: 730,
    stepsAtOnce: 32,
    jobDays: 90,
    outputBytes: 8 * MiB,
    storageBytes: 20 * GiB,
  },
  {
    id: 'plan_enterprise',
    name: 'Enterprise',
    monthlyPriceMicros: 499_000_000,
    includedExecutions: null,
    overagePriceMicros: null,
    auditDays: 2_555,
    stepsAtOnce: 128,
    jobDays: 365,
    outputBytes: 16 * MiB,
    storageBytes: 200 * GiB,
  },
] as const satisfies readonly PlanConfig[];

/** How many days a plan keeps an audit event, and counts of models' calls; null if the plan is no longer offered: then all are kept. */
export function auditDaysOf(planId: string): number | null {
  return plans.find(({ id }) => id === planId)?.auditDays ?? null;
}

/** A plan that is no longer offered has the bounds of the smallest. */
const jobBounds = (planId: string): PlanConfig => plans.find(({ id }) => id === planId) ?? plans[0];

/** How many steps of an account's jobs run at once under the plan. */
export const stepsAtOnceOf = (planId: string): number => jobBounds(planId).stepsAtOnce;

/** How many days a plan keeps the content of a job after its end. */
export const jobDaysOf = (planId: string): number => jobBounds(planId).jobDays;

/** How many bytes all outputs of one job may have under the plan. */
export const outputBytesOf = (planId: string): number => jobBounds(planId).outputBytes;

/** How many bytes of jobs the plan lets an account keep. */
export const storageBytesOf = (planId: string): number => jobBounds(planId).storageBytes;

/** The percentages of an account's limit that an admin can choose as usage alerts, ascending. */
export const usageAlertPercents = [50, 80, 100] as const;

/** Those of an account that has never chosen. */
export const defaultUsageAlerts: readonly number[] = [80, 100];
