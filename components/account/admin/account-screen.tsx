'use client';
import { useRef } from 'react';
import { useSession } from '@/components/auth/session-provider';
import { AmountDue } from '@/components/billing/admin/amount-due';
import { BillingSection } from '@/components/billing/admin/billing-section';
import { InvoicesSection } from '@/components/billing/admin/invoices-section';
import { Failure } from '@/components/ui/outcome';
import { ScrollToHash } from '@/components/ui/scroll-to';
import { Skeleton } from '@/components/ui/skeleton';
import { PageTitle } from '@/components/ui/titles';
import { CompanyProfile } from './company-profile';
import { SubscriptionPlan } from './subscription-plan';
import { UsageAlerts } from './usage-alerts-section';
import { useAccount } from './use-account';

/**
 * The admin's account: who it is, its plan, its billing details and invoices (docs/product.md, "Admin account page").
 */
export function AccountScreen() {
  const { user } = useSession();
  // The guard shows this to admins only.
  return user && <Account id={user.account_id} />;
}

function Account({ id }: { id: string }) {
  const state = useAccount(id);
  const title = useRef<HTMLHeadingElement>(null);
  const pricing = state.status === 'ready' ? `${state.account.plan.id} ${state.account.status}` : null;
  return (
    <>
      <PageTitle
        note={
          state.status === 'loading'
            ? 'Loading account...'
            : 'What is due, the plan, billing details, and invoices.'
        }
        ref={title}
      >
        Account Details
      </PageTitle>
      <AmountDue accountId={id} />
      {state.status === 'loading' && <AccountSkeleton />}
      {state.status === 'failed' && (
        <Failure
          className="mb-9"
          message="The account couldn't be loaded."
          onRetry={() => {
            // The button is about to go: its focus stays on the page, at the title.
            title.current?.focus();
            state.retry();
          }}
          wait={state.wait}
        />
      )}
      {state.status === 'ready' && (
        <>
          <div className="grid gap-x-12 xl:grid-cols-2">
            <CompanyProfile account={state.account} change={state.change} />
            <SubscriptionPlan account={state.account} change={state.change} replace={state.replace} />
          </div>
          <UsageAlerts account={state.account} change={state.change} />
        </>
      )}
      <BillingSection accountId={id} />
      <InvoicesSection accountId={id} pricing={pricing} />
      <ScrollToHash />
    </>
  );
}

/** The place of the account's profile, plan and alerts. */
function AccountSkeleton() {
  const section = (part: string, height: string) => (
    <div className="border-rule border-t pt-6 pb-9" key={part}>
      <Skeleton className="mb-3 h-7 w-44" />
      <Skeleton className={height} />
    </div>
  );
  return (
    <>
      <div className="grid gap-x-12 xl:grid-cols-2">
        {['profile', 'plan'].map((part) => section(part, 'h-[206px]'))}
      </div>
      {section('alerts', 'h-[163px]')}
    </>
  );
}
