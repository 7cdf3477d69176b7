'use client';
import { useRef, useState } from 'react';
import { Failure } from '@/components/ui/failure';
import { Skeleton } from '@/components/ui/skeleton';
import { messageOf } from '@/lib/graphql-client/message-of';
import type { AccountRecord, PlanNumbers } from './account-record';
import { choosing } from './change-account';
import { isOn } from './is-on';
import { PlanCard } from './plan-card';
import type { PlanNews } from './plan-outcome';
import type { MakeChange } from './use-account';
import { usePlanChoices } from './use-plan-choices';

interface PlanListProps {
  account: AccountRecord;
  replace: (account: AccountRecord) => void;
  change: MakeChange;
  onSwitched: (news: PlanNews) => void;
}

/** The plans on offer, cheapest first, each a press away. */
export function PlanList({ account, replace, change, onSwitched }: PlanListProps) {
  const state = usePlanChoices(account.id, replace);
  const [pending, setPending] = useState<string | null>(null);
  const [failure, setFailure] = useState<{ planId: string; text: string } | null>(null);
  const intro = useRef<HTMLParagraphElement>(null);

  const choose = async (plan: PlanNumbers, offered: PlanNumbers[]) => {
    if (pending !== null) return;
    setPending(plan.id);
    setFailure(null);
    try {
      await change(choosing(plan.id), isOn(plan));
      onSwitched(switched(account, plan, offered));
    } catch (error) {
      setFailure({ planId: plan.id, text: messageOf(error) });
      setPending(null);
    }
  };

  return (
    <>
      <p
        className="mt-2 mb-4 text-[15px] text-muted outline-none"
        ref={intro}
        // Until there are plans it has the dialog's focus: Close, at the end, would scroll them out of view.
        tabIndex={state.status === 'loading' ? 0 : -1}
      >
        Choosing a plan switches to it at once. The change holds for the whole of this month: a month is
        billed by the plan the account has when its invoice is issued.
      </p>
      <p className="sr-only" role="status">
        {state.status === 'loading' ? 'Loading plans...' : ''}
      </p>
      {state.status === 'failed' && (
        <Failure
          message="The plans could not be loaded."
          onRetry={() => {
            // The button is about to go: the next Tab leads from here to the first plan.
            intro.current?.focus();
            state.retry();
          }}
          wait={state.wait}
        />
      )}
      {state.status === 'loading' && (
        <div className="grid gap-2.5">
          {['a', 'b', 'c', 'd'].map((key) => (
            <Skeleton className="h-[126px] max-sm:h-[178px]" key={key} />
          ))}
        </div>
      )}
      {state.status === 'ready' && (
        <ul className="grid gap-2.5">
          {withPresent(account.plan, state.data.plans).map((plan) => (
            <PlanCard
              account={account}
              executions={state.data.executions}
              failure={failure?.planId === plan.id ? failure.text : null}
              key={plan.id}
              offered={state.data.plans.includes(plan)}
              onChoose={() => choose(plan, state.data.plans)}
              pending={pending === plan.id}
              plan={plan}
            />
          ))}
        </ul>
      )}
    </>
  );
}

/** The present plan may have left the offer: it stands first then. */
const withPresent = (present: PlanNumbers, offered: PlanNumbers[]) =>
  offered.some(({ id }) => id === present.id) ? offered : [present, ...offered];

/** @param before the account as it was; a plan that has left the offer cannot be gone back to, nor a cancellation */
function switched(before: AccountRecord, to: PlanNumbers, offered: PlanNumbers[]): PlanNews {
  if (before.plan.id === to.id) return { text: `Resumed ${to.plan_name}.` };
  const text = `Switched from ${before.plan.plan_name} to ${to.plan_name}.`;
  const goesBack = before.status === 'ACTIVE' && offered.some(({ id }) => id === before.plan.id);
  return goesBack ? { text, undo: before.plan } : { text };
}
