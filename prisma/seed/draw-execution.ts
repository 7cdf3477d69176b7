import type { MeteredExecution } from '@/lib/server/usage/meter-executions';
import type { User } from '@/prisma/generated/prisma/client';
import type { DemoKey } from '@/prisma/seed/demo-keys';
import { type DemoModel, tokenCost } from '@/prisma/seed/demo-models';
import type { SeededRandom } from '@/prisma/seed/seeded-random';

/** What a workflow is like: its usual tokens, and how often it runs on which model. */
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
  /** Days ago, both included; left out: from the first day, until today. */
  from?: number;
  until?: number;
  /** Runs round the clock, as software does; else in working hours. */
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
