import type { ReactNode } from 'react';
import { Failure } from '@/components/ui/outcome';
import { monthOnPlan, planIncludes, planPrice, planStorage, planWarnings } from './plan-words';
import type { AccountRecord, AccountUse, PlanNumbers, PlanOutlook } from './use-account';

interface PlanCardProps {
  plan: PlanNumbers;
  /** The account that is to choose. */
  account: AccountRecord;
  /** What this month costs on the plan; null if the account's plan is withdrawn. */
  outlook: PlanOutlook | null;
  /** What the account uses. */
  use: AccountUse;
  /** Whether it can be chosen: the current plan may no longer be offered. */
  offered: boolean;
  pending: boolean;
  /** Why choosing it failed. */
  failure: string | null;
  onChoose: () => void;
}

const look = 'block w-full rounded-panel border px-4 py-3.5 text-left text-[15px]';

/** One plan: its price, what it includes and what it means for the account. The whole of it is the button that chooses it. */
export function PlanCard({
  plan,
  account,
  outlook,
  use,
  offered,
  pending,
  failure,
  onChoose,
}: PlanCardProps) {
  const isPresent = plan.id === account.plan.id;
  const resumes = isPresent && account.status === 'CANCELED';
  const warnings = planWarnings(account.plan, plan, outlook, use);
  const facts = (
    <>
      <span className="block text-muted">{planIncludes(plan)}</span>
      <span className="block text-muted">{planStorage(plan)}</span>
      <span className="mt-1.5 block">
        {outlook && <span className="block">{monthOnPlan(outlook, plan)}</span>}
        {warnings.map((warning) => (
          <span className="mt-1.5 block border-amber border-l-2 pl-2.5 font-medium" key={warning}>
            {warning}
          </span>
        ))}
      </span>
    </>
  );
  if (isPresent && !(resumes && offered)) {
    return (
      <li aria-current="true" className={`${look} border-signal bg-signal/6`}>
        <Head mark="Current" plan={plan} />
        {facts}
      </li>
    );
  }
  return (
    <li aria-current={isPresent || undefined}>
      <button
        aria-busy={pending || undefined}
        className={`${look} cursor-pointer transition-colors duration-100 hover:border-control aria-busy:cursor-progress aria-busy:opacity-60 ${resumes ? 'border-signal bg-signal/6' : 'border-rule bg-white'}`}
        onClick={onChoose}
        type="button"
      >
        <Head
          mark={
            <span className="underline decoration-rule underline-offset-4">
              {pending ? 'Switching to' : resumes ? 'Resume' : 'Switch to'} {plan.plan_name}
            </span>
          }
          plan={plan}
        />
        {facts}
      </button>
      {failure && <Failure className="mt-2" message={failure} />}
    </li>
  );
}

function Head({ plan, mark }: { plan: PlanNumbers; mark: ReactNode }) {
  return (
    <span className="flex flex-wrap items-baseline justify-between gap-x-4">
      <span>
        <b className="font-semibold text-[17px]">{plan.plan_name}</b> <span>{planPrice(plan)}</span>
      </span>
      <span className="ml-auto font-semibold text-[14px] text-signal-ink">{mark}</span>
    </span>
  );
}
