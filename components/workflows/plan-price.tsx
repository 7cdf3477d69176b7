import { formatCount } from '@/lib/format/number';
import { formatEstimateRange } from './measures';

interface PricedPlan {
  estimatedTokens: number;
  /** US dollars. */
  estimatedCost: number | null;
  maxCost: number | null;
  steps: readonly { condition: string | null }[];
}

/** The estimated price of a plan, and its ceiling. */
export function PlanPrice({
  plan: { estimatedTokens, estimatedCost, maxCost, steps },
}: {
  plan: PricedPlan;
}) {
  const isConditional = steps.some(({ condition }) => condition !== null);
  return (
    <>
      <p className="mt-1 font-mono font-semibold text-[26px] leading-tight tracking-[-0.03em] tabular-nums first-letter:uppercase">
        {formatEstimateRange(estimatedCost, maxCost)}
      </p>
      <p className="mt-0.5 text-[14px] text-muted">
        About {formatCount(estimatedTokens)} tokens of each step's first model. The most is with{' '}
        <code>max_tokens</code> used up by the most expensive model or fallback.
        {isConditional && ' Both prices assume that all conditional steps run.'}
      </p>
    </>
  );
}
