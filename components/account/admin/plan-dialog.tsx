'use client';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useClient } from 'urql';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Failure, type Result } from '@/components/ui/outcome';
import { Skeleton } from '@/components/ui/skeleton';
import { messageOf } from '@/lib/graphql-client/client-errors';
import { type Loaded, useLoaded } from '@/lib/graphql-client/use-loaded';
import { monthOnPlan, planIncludes, planPrice, planStorage, planWarnings } from './plan-words';
import {
  type AccountRecord,
  type AccountUse,
  type ChangeAccount,
  choosing,
  fetchPlanChoices,
  type PlanChoices,
  type PlanNumbers,
  type PlanOutlook,
} from './use-account';

/** How a change of the plan ended, and the plan that undoing it leads back to. */
export interface PlanNews extends Pick<Result, 'text'> {
  failed?: boolean;
  undo?: PlanNumbers;
}

interface PlanDialogProps {
  open: boolean;
  account: AccountRecord;
  replace: (account: AccountRecord) => void;
  change: ChangeAccount;
  onNews: (news: PlanNews) => void;
  onClose: () => void;
}

/**
 * The plans on offer, and what each would change; pressing one switches to it (docs/product.md, "Admin account page").
 */
export function PlanDialog({ open, onClose, onNews, ...list }: PlanDialogProps) {
  return (
    <Dialog onOpenChange={(next) => !next && onClose()} open={open} size="wide" title="Change Plan">
      <PlanList
        {...list}
        onSwitched={(news) => {
          onNews(news);
          onClose();
        }}
      />
      <DialogActions>
        <Button onClick={onClose} variant="line">
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface PlanListProps {
  account: AccountRecord;
  replace: (account: AccountRecord) => void;
  change: ChangeAccount;
  onSwitched: (news: PlanNews) => void;
}

/** The plans on offer, cheapest first, each a press away. */
function PlanList({ account, replace, change, onSwitched }: PlanListProps) {
  const state = usePlanChoices(account.id, replace);
  const [pending, setPending] = useState<string | null>(null);
  const [failure, setFailure] = useState<{ planId: string; text: string } | null>(null);
  const intro = useRef<HTMLParagraphElement>(null);

  const choose = async (plan: PlanNumbers, offered: PlanNumbers[]) => {
    if (pending !== null) return;
    setPending(plan.id);
    setFailure(null);
    try {
      await change(choosing(plan));
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
        Choosing a plan switches to it at once. Each month is billed by the days of each plan, and its limit
        is shared out the same way. A day with several plans costs the price of the most expensive one. Days
        are UTC.
      </p>
      <p className="sr-only" role="status">
        {state.status === 'loading' ? 'Loading plans...' : ''}
      </p>
      {state.status === 'failed' && (
        <Failure
          message="The plans couldn't be loaded."
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
            <Skeleton className="h-[149px] max-sm:h-[201px]" key={key} />
          ))}
        </div>
      )}
      {state.status === 'ready' && (
        <ul className="grid gap-2.5">
          {withPresent(account.plan, state.data.plans).map((plan) => (
            <PlanCard
              account={account}
              failure={failure?.planId === plan.id ? failure.text : null}
              key={plan.id}
              offered={state.data.plans.includes(plan)}
              outlook={state.data.outlooks.find((each) => each.plan.id === plan.id) ?? null}
              onChoose={() => choose(plan, state.data.plans)}
              pending={pending === plan.id}
              plan={plan}
              use={state.data.use}
            />
          ))}
        </ul>
      )}
    </>
  );
}

/** The present plan may have left the offer: then it comes first. */
const withPresent = (present: PlanNumbers, offered: PlanNumbers[]) =>
  offered.some(({ id }) => id === present.id) ? offered : [present, ...offered];

/** @param before the account as it was; a plan that has left the offer can't be gone back to, nor a cancellation */
function switched(before: AccountRecord, to: PlanNumbers, offered: PlanNumbers[]): PlanNews {
  if (before.plan.id === to.id) return { text: `Resumed ${to.plan_name}.` };
  const text = `Switched from ${before.plan.plan_name} to ${to.plan_name}.`;
  const goesBack = before.status === 'ACTIVE' && offered.some(({ id }) => id === before.plan.id);
  return goesBack ? { text, undo: before.plan } : { text };
}

/**
 * The plans to choose from, read when the dialog opens.
 * @param onAccount gets the account as it is by then, unless the dialog has closed; the same on every render
 */
function usePlanChoices(accountId: string, onAccount: (account: AccountRecord) => void): Loaded<PlanChoices> {
  const client = useClient();
  const read = useCallback(() => fetchPlanChoices(client, accountId), [client, accountId]);
  const loaded = useLoaded(read, "The plans couldn't be loaded.");
  const account = loaded.status === 'ready' ? loaded.data.account : null;
  useEffect(() => {
    if (account) onAccount(account);
  }, [account, onAccount]);
  return loaded;
}

interface PlanCardProps {
  plan: PlanNumbers;
  /** The account that is to choose. */
  account: AccountRecord;
  /** The cost of this month on the plan; null if the account's plan is withdrawn. */
  outlook: PlanOutlook | null;
  /** The account's usage. */
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
function PlanCard({ plan, account, outlook, use, offered, pending, failure, onChoose }: PlanCardProps) {
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
