'use client';
import { useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import type { AccountRecord } from './account-record';
import { AccountSection } from './account-section';
import { CancelSubscription } from './cancel-subscription';
import { PlanDialog } from './plan-dialog';
import { type PlanNews, PlanOutcome } from './plan-outcome';
import { planIncludes, planPrice } from './plan-words';
import type { MakeChange } from './use-account';

interface SubscriptionPlanProps {
  account: AccountRecord;
  replace: (account: AccountRecord) => void;
  change: MakeChange;
}

/** What the account pays and may use, with the ways to change and to cancel it. */
export function SubscriptionPlan({ account, replace, change }: SubscriptionPlanProps) {
  const { plan, status } = account;
  const title = useRef<HTMLHeadingElement>(null);
  const [choosing, setChoosing] = useState(false);
  const [news, setNews] = useState<PlanNews | null>(null);
  const canceled = status === 'CANCELED';

  return (
    <AccountSection title="Subscription Plan" titleRef={title}>
      <p className="text-[22px] font-semibold leading-tight tracking-[-0.02em]">{plan.plan_name}</p>
      <p className="mt-1 text-[15px]">{planPrice(plan)}</p>
      <p className="text-[15px] text-muted">{planIncludes(plan)}</p>
      {canceled && (
        <p className="mt-4 border-amber border-l-2 pl-3 text-[15px]">
          The subscription is canceled. Choose a plan to come back.
        </p>
      )}
      <div className="mt-5 flex flex-wrap gap-2.5">
        <Button
          onClick={() => {
            setNews(null);
            setChoosing(true);
          }}
          size="small"
          variant={canceled ? 'dark' : 'line'}
        >
          Change Plan
        </Button>
        <CancelSubscription
          canceled={canceled}
          change={change}
          onAsk={() => setNews(null)}
          onCanceled={() => {
            // The button has gone, and the focus with it.
            title.current?.focus();
            setNews({ text: 'Subscription canceled.' });
          }}
        />
      </div>
      <PlanOutcome
        change={change}
        news={news}
        onNews={(next) => {
          // The button has gone, and the focus with it.
          title.current?.focus();
          setNews(next);
        }}
      />
      <PlanDialog
        account={account}
        change={change}
        onClose={() => setChoosing(false)}
        onNews={setNews}
        open={choosing}
        replace={replace}
      />
    </AccountSection>
  );
}
