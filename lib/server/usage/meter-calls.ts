import { providerOf } from '@/lib/engine/models/catalog';
import type { TokenUsage } from '@/lib/engine/models/cost';
import { type Day, dayOf } from '@/lib/rules/day';
import type { SqlQueries } from '@/lib/server/database/database';
import type { RowValue } from '@/lib/server/database/dialect';
import { addToSums } from './meter-executions';

/** A call of a model that has ended, or was lost. */
export interface MeteredCall {
  accountId: string;
  /** `provider/model`. */
  model: string;
  outcome: string;
  usage: TokenUsage;
  /** Nano-dollars; null if the model's price isn't known. */
  costNanos: number | null;
}

interface Sums {
  key: [Day, accountId: string, model: string];
  calls: number;
  usage: TokenUsage;
  costNanos: number;
  unknownCosts: number;
}

const dailyModelUsage = {
  key: ['day', 'accountId', 'model'],
  sums: [
    ...['calls', 'inputTokens', 'cachedInputTokens', 'cacheWriteTokens', 'outputTokens', 'reasoningTokens'],
    ...['costNanos', 'unknownCosts'],
  ],
};

/**
 * Adds calls to the models' costs of a UTC day, in the given transaction. They are the operator's own costs, whether or
 * not the jobs succeed. Calls that used nothing aren't counted, so that refused calls add no row.
 */
export async function meterCalls(tx: SqlQueries, now: Date, calls: readonly MeteredCall[]): Promise<void> {
  const used = calls.filter(({ usage }) => Object.values(usage).some((tokens) => tokens > 0));
  if (used.length > 0) await addToSums(tx, 'DailyModelUsage', dailyModelUsage, rollUp(dayOf(now), used));
}

/** @returns rows in the order of the columns */
function rollUp(day: Day, calls: readonly MeteredCall[]): RowValue[][] {
  const rows = new Map<string, Sums>();
  for (const { accountId, usage, costNanos, ...call } of calls) {
    // Without a known price, it may not exist.
    const model = call.outcome === 'ANSWERED' || costNanos !== null ? call.model : otherModel(call.model);
    const id = `${accountId} ${model}`;
    const row = rows.get(id);
    rows.set(id, {
      key: [day, accountId, model],
      calls: (row?.calls ?? 0) + 1,
      usage: row ? addUsage(row.usage, usage) : usage,
      costNanos: (row?.costNanos ?? 0) + (costNanos ?? 0),
      unknownCosts: (row?.unknownCosts ?? 0) + (costNanos === null ? 1 : 0),
    });
  }
  return [...rows.values()].map(({ key, calls, usage, costNanos, unknownCosts }) => [
    ...key,
    calls,
    ...[usage.input, usage.cachedInput, usage.cacheWrite, usage.output, usage.reasoning],
    ...[costNanos, unknownCosts],
  ]);
}

const addUsage = (one: TokenUsage, other: TokenUsage): TokenUsage => ({
  input: one.input + other.input,
  cachedInput: one.cachedInput + other.cachedInput,
  cacheWrite: one.cacheWrite + other.cacheWrite,
  output: one.output + other.output,
  reasoning: one.reasoning + other.reasoning,
});

/**
 * The name under which calls are counted whose model may not exist. Callers make up names, and only a reply proves that
 * there is such a model.
 */
export const otherModel = (model: string): string => `${providerOf(model)}/other`;
