/** A plan as far as it has a price. Money in micro-dollars. */
export interface PlanPrice {
  monthlyPriceMicros: number | bigint;
  /** Executions in a month; null is no limit. */
  includedExecutions: number | null;
  /** Price of one execution over the limit; null: refused there. */
  overagePriceMicros: number | bigint | null;
}

/** What a month costs. Money in micro-dollars. */
export interface MonthPrice {
  feeMicros: number;
  /** Executions over the limit; 0 without one. */
  over: number;
  /** What each of those costs, and all of them; 0 if the plan refuses them. */
  unitMicros: number;
  overageMicros: number;
  totalMicros: number;
}

/** What a month of so many executions costs on a plan: the one rule for invoices, projections and plans to choose. */
export function priceExecutions(plan: PlanPrice, executions: number): MonthPrice {
  const feeMicros = Number(plan.monthlyPriceMicros);
  const over = plan.includedExecutions === null ? 0 : Math.max(0, executions - plan.includedExecutions);
  const unitMicros = Number(plan.overagePriceMicros ?? 0);
  const overageMicros = over * unitMicros;
  return { feeMicros, over, unitMicros, overageMicros, totalMicros: feeMicros + overageMicros };
}
