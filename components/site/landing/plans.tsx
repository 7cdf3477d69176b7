import { renderStatic } from '@/components/content/render-static';
import { StaticText } from '@/components/content/static-text';
import { type PlanConfig, plans } from '@/lib/config/plans';
import { dollarsOf, formatPrice } from '@/lib/format/money';
import { formatCount } from '@/lib/format/number';

const offered: readonly PlanConfig[] = plans;

/** The plans with their prices, cheapest first. */
export async function Plans() {
  const list = await renderStatic(
    <ul className="grid grid-cols-2 gap-px overflow-hidden rounded-control border border-rule bg-rule lg:grid-cols-4">
      {offered.map((plan) => (
        <li key={plan.id} className="bg-paper px-3.5 py-5 sm:px-6 sm:py-6">
          <h3 className="text-[15px] font-semibold">{plan.name}</h3>
          <p className="mt-2 text-[14px] text-muted">
            <span className="font-mono text-[24px] leading-tight sm:text-[26px] font-semibold tracking-[-0.04em] text-text tabular-nums">
              {formatPrice(dollarsOf(plan.monthlyPriceMicros))}
            </span>{' '}
            <span className="whitespace-nowrap">per month</span>
          </p>
          <ul className="mt-4 grid gap-1 border-t border-rule pt-4 text-[14px]">
            <li className="font-medium">{executions(plan)}</li>
            <li className="text-muted">{furtherExecutions(plan)}</li>
            <li className="text-muted">{plan.stepsAtOnce} steps at once</li>
            <li className="text-muted">jobs kept for {plan.jobDays} days</li>
          </ul>
        </li>
      ))}
    </ul>,
  );
  return (
    <section aria-labelledby="plans" className="border-t border-rule py-12 md:py-21">
      <div className="wrap">
        <h2 id="plans" className="text-[30px] leading-[1.12] font-[680] tracking-[-0.02em] md:text-[34px]">
          Four plans
        </h2>
        <p className="mt-3 max-w-[60ch] text-[17px] text-muted">
          A workflow that ends is one execution, whatever its number of steps. Providers bill their own
          tokens.
        </p>
        <StaticText className="mt-9" {...list} />
      </div>
    </section>
  );
}

const executions = ({ includedExecutions }: PlanConfig) =>
  includedExecutions === null ? 'Unlimited executions' : `${formatCount(includedExecutions)} executions`;

function furtherExecutions({ includedExecutions, overagePriceMicros }: PlanConfig): string {
  if (includedExecutions === null) return 'no overage';
  return overagePriceMicros === null
    ? 'then refused'
    : `then ${formatPrice(dollarsOf(overagePriceMicros))} each`;
}
