import { models } from '@/lib/config/models';
import { costNanos, noTokens } from '@/lib/engine/calls/cost';
import { openCatalog, pricesAt } from '@/lib/engine/models/catalog';

/** The models of the executions that are drawn. */
export type DemoModel = 'sandbox/fast' | 'sandbox/quality' | 'sandbox/slow';

const catalog = openCatalog(models);

/** What the tokens of one execution cost, in whole micro-dollars. */
export function tokenCost(model: string, tokensIn: number, tokensOut: number): number {
  const prices = pricesAt(catalog.named(model), Number.MAX_SAFE_INTEGER);
  return Math.round((costNanos({ ...noTokens, input: tokensIn, output: tokensOut }, prices) ?? 0) / 1_000);
}
