'use client';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { AccountSection } from '@/components/account/admin/account-section';
import { Button } from '@/components/ui/button';
import { EmptyState, EmptyStateAction, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import { Failure, Outcome } from '@/components/ui/outcome';
import { Skeleton } from '@/components/ui/skeleton';
import { Fact } from '@/components/ui/stat';
import { countryName } from '@/lib/format/country';
import { addressLines, type BillingDetails } from './billing-details';
import { BillingForm } from './billing-form';
import { useBillingProfile } from './use-billing-profile';

/** Whom invoices are billed to, to be edited in place (docs/product.md, "Admin account page"). */
export function BillingSection({ accountId }: { accountId: string }) {
  const billing = useBillingProfile(accountId);
  const [editing, setEditing] = useState(false);
  const [saved, setSaved] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    // The form has gone, and the focus with it.
    if (wasEditing.current && !editing) edit.current?.focus();
    wasEditing.current = editing;
  }, [editing]);

  const start = () => {
    setSaved(false);
    setEditing(true);
  };
  const close = (done: boolean) => {
    setSaved(done);
    setEditing(false);
  };
  return (
    <AccountSection title="Billing Information" titleRef={title}>
      {billing.status === 'loading' && (
        <>
          <p className="text-[15px] text-muted" role="status">
            Loading billing information...
          </p>
          <Skeleton className="mt-3 h-[340px] xl:h-[215px]" />
        </>
      )}
      {billing.status === 'failed' && (
        <Failure
          message="Billing information couldn't be loaded."
          onRetry={() => {
            // The button is about to go.
            title.current?.focus();
            billing.retry();
          }}
          wait={billing.wait}
        />
      )}
      {billing.status === 'ready' && editing && (
        <BillingForm onClose={close} profile={billing.profile} save={billing.save} />
      )}
      {billing.status === 'ready' && !editing && !billing.profile && (
        <EmptyState>
          <EmptyStateTitle>No billing profile on file.</EmptyStateTitle>
          <EmptyStateText>
            Each invoice contains the billing information of the day it is issued.
          </EmptyStateText>
          <EmptyStateAction>
            <Button onClick={start} ref={edit} size="small">
              Add billing profile
            </Button>
          </EmptyStateAction>
        </EmptyState>
      )}
      {billing.status === 'ready' && !editing && billing.profile && (
        <>
          <BillingFacts profile={billing.profile} />
          <Button className="mt-3" onClick={start} ref={edit} size="small" variant="line">
            Edit<span className="sr-only"> billing information</span>
          </Button>
        </>
      )}
      <Outcome
        className={saved ? 'mt-3' : ''}
        result={saved ? { done: true, text: 'Billing information saved.' } : null}
      />
    </AccountSection>
  );
}

/** The details on file, one per line; a dash for missing ones. */
function BillingFacts({ profile }: { profile: BillingDetails }) {
  const address = addressLines(profile);
  const fact = (name: string, value: ReactNode) => (
    <Fact name={name}>{value ? <bdi className="min-w-0 whitespace-pre-line">{value}</bdi> : '—'}</Fact>
  );
  return (
    <div className="grid gap-x-12 text-[15px] xl:grid-cols-2">
      <dl className="divide-y divide-rule max-xl:border-rule max-xl:border-b">
        {fact('Name', profile.full_name)}
        {fact('Email', profile.email)}
        {fact('Company', profile.company_name)}
        {fact(profile.tax_id_label || 'Tax ID', profile.tax_id)}
      </dl>
      <dl className="divide-y divide-rule">
        {fact('Address', address.join('\n'))}
        {fact('Country', profile.country && countryName(profile.country))}
        {fact('Phone', profile.phone_number)}
      </dl>
    </div>
  );
}
