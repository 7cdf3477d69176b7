/** The pricing of a plan. Money in micro-dollars. */
export interface PlanPrice {
  monthlyPriceMicros: number | bigint;
  /** Executions in a month; null means no limit. */
  includedExecutions: number | null;
  /** Price per execution over the limit; null if they are refused. */
  overagePriceMicros: number | bigint | null;
}

/** What a month costs. Money in micro-dollars. */
interface MonthPrice {
  feeMicros: number;
  /** Executions over the limit; 0 without one. */
  over: number;
  /** The price of each of those, and of all of them; 0 if the plan refuses them. */
  unitMicros: number;
  overageMicros: number;
  totalMicros: number;
}

/** Prices a month of so many executions on a plan: the one rule for invoices, projections and comparisons of plans. */
export function priceExecutions(plan: PlanPrice, executions: number): MonthPrice {
  const feeMicros = Number(plan.monthlyPriceMicros);
  const over = plan.includedExecutions === null ? 0 : Math.max(0, executions - plan.includedExecutions);
  const unitMicros = Number(plan.overagePriceMicros ?? 0);
  const overageMicros = over * unitMicros;
  return { feeMicros, over, unitMicros, overageMicros, totalMicros: feeMicros + overageMicros };
}
