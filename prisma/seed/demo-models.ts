import { modelNamed, pricesAt } from '@/lib/engine/models/catalogue';
import { costNanos, noTokens } from '@/lib/engine/models/cost';

/** The models of the executions that are drawn. */
export type DemoModel = 'sandbox/fast' | 'sandbox/quality' | 'sandbox/slow';

/** What the tokens of one execution cost, in whole micro-dollars. */
export function tokenCost(model: string, tokensIn: number, tokensOut: number): number {
  const prices = pricesAt(modelNamed(model), Number.MAX_SAFE_INTEGER);
  return Math.round((costNanos({ ...noTokens, input: tokensIn, output: tokensOut }, prices) ?? 0) / 1_000);
}
