'use client';
import { useEffect, useRef, useState } from 'react';
import { AccountSection } from '@/components/account/sections';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/dialog';
import { Outcome } from '@/components/ui/outcome';
import { useOpenedBy } from '@/components/ui/use-address';
import { messageOf } from '@/lib/graphql-client/client-errors';
import { PlanDialog, type PlanNews } from './plan-dialog';
import { planIncludes, planPrice, planStorage } from './plan-words';
import { type AccountRecord, type ChangeAccount, canceling, choosing, type PlanNumbers } from './use-account';

interface SubscriptionPlanProps {
  account: AccountRecord;
  replace: (account: AccountRecord) => void;
  change: ChangeAccount;
}

/** The account's price and limits, with the ways to change and to cancel the plan. */
export function SubscriptionPlan({ account, replace, change }: SubscriptionPlanProps) {
  const { plan, status } = account;
  const title = useRef<HTMLHeadingElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [news, setNews] = useState<PlanNews | null>(null);
  const canceled = status === 'CANCELED';
  const choosePlan = () => {
    setNews(null);
    setOpen(true);
  };
  useOpenedBy('change-plan', choosePlan);

  return (
    <AccountSection title="Subscription Plan" titleRef={title}>
      <p className="text-[22px] font-semibold leading-tight tracking-[-0.02em]">{plan.plan_name}</p>
      <p className="mt-1 text-[15px]">{planPrice(plan)}</p>
      <p className="text-[15px] text-muted">{planIncludes(plan)}</p>
      <p className="text-[15px] text-muted">{planStorage(plan)}</p>
      {canceled && (
        <p className="mt-4 border-amber border-l-2 pl-3 text-[15px]">
          The subscription is canceled. Choose a plan to come back.
        </p>
      )}
      <div className="mt-5 flex flex-wrap gap-2.5">
        <Button onClick={choosePlan} size="small" variant={canceled ? 'dark' : 'line'}>
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
        present={plan}
        onNews={(next) => {
          // The button has gone, and the focus with it.
          title.current?.focus();
          setNews(next);
        }}
      />
      <PlanDialog
        account={account}
        change={change}
        onClose={() => setOpen(false)}
        onNews={setNews}
        open={isOpen}
        replace={replace}
      />
    </AccountSection>
  );
}

interface CancelSubscriptionProps {
  /** Whether it is canceled already, in which case there is no button. */
  canceled: boolean;
  change: ChangeAccount;
  onAsk: () => void;
  /** It has been canceled, and the dialog is closed. */
  onCanceled: () => void;
}

/** Cancels the account's subscription, once it is clear what that means. */
function CancelSubscription({ canceled, change, onAsk, onCanceled }: CancelSubscriptionProps) {
  const [asking, setAsking] = useState(false);
  const done = useRef(false);
  useEffect(() => {
    if (asking || !done.current) return;
    done.current = false;
    onCanceled();
  }, [asking, onCanceled]);

  return (
    <>
      {!canceled && (
        <Button
          onClick={() => {
            onAsk();
            setAsking(true);
          }}
          size="small"
          variant="danger"
        >
          Cancel Subscription
        </Button>
      )}
      <ConfirmDialog
        body={<Meaning />}
        confirmLabel="Cancel Subscription"
        onConfirm={async () => {
          await change(canceling);
          done.current = true;
        }}
        onOpenChange={setAsking}
        open={asking}
        question="Are you sure you want to cancel your subscription?"
      />
    </>
  );
}

function Meaning() {
  return (
    <>
      <span className="block">
        Everything stays readable, people can still sign in, and API keys keep working. Today is still
        charged; later days aren't. They add nothing to this month's limit, so work done already can be over
        it and cost extra.
      </span>
      <span className="mt-2 block">What stops: no new workflow starts in a canceled account.</span>
      <span className="mt-2 block">To come back, choose a plan at any time.</span>
    </>
  );
}

/** A day costs the fee of its most expensive plan, also after Undo. */
const undone = (from: PlanNumbers, to: PlanNumbers) => {
  const text = `Undone: the account is on ${to.plan_name} again.`;
  return from.monthly_price > to.monthly_price ? `${text} Today still costs ${from.plan_name}'s fee.` : text;
};

interface PlanOutcomeProps {
  news: PlanNews | null;
  /** The plan in force. */
  present: PlanNumbers;
  change: ChangeAccount;
  onNews: (news: PlanNews) => void;
}

/** Says how the last change of the plan ended, and takes it back. */
function PlanOutcome({ news, present, change, onNews }: PlanOutcomeProps) {
  const [pending, setPending] = useState(false);
  const back = news?.undo;
  const undo = async (plan: PlanNumbers) => {
    setPending(true);
    try {
      await change(choosing(plan));
      onNews({ text: undone(present, plan) });
    } catch (error) {
      onNews({ failed: true, text: messageOf(error) });
    } finally {
      setPending(false);
    }
  };
  return (
    <div className="mt-4 flex min-h-[34px] flex-wrap items-center gap-x-4 gap-y-2">
      <Outcome result={news && { done: !news.failed, text: news.text }} />
      {back && (
        <Button onClick={() => undo(back)} pending={pending} size="small" variant="line">
          {pending ? 'Undoing...' : 'Undo'}
        </Button>
      )}
    </div>
  );
}
