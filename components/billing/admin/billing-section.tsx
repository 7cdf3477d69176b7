'use client';
import { zodResolver } from '@hookform/resolvers/zod';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { type FieldNamesMarkedBoolean, type Resolver, type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { AccountSection } from '@/components/account/sections';
import { Button } from '@/components/ui/button';
import { EmptyState, EmptyStateAction, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import { Field, Input, SubmitButton } from '@/components/ui/form';
import { Failure, Outcome } from '@/components/ui/outcome';
import { Skeleton } from '@/components/ui/skeleton';
import { Fact } from '@/components/ui/stat';
import { UnsavedChanges } from '@/components/ui/unsaved-changes';
import { countryName, countryNames } from '@/lib/config/countries';
import { limits } from '@/lib/config/limits';
import { messageOf } from '@/lib/graphql-client/client-errors';
import { type BillingChanges, billingProfileInput } from '@/lib/validation/billing';
import {
  addressLines,
  type BillingDetails,
  billingFields,
  billingForm,
  billingNames,
} from './billing-details';
import { type BillingRecord, type SaveBilling, useBillingProfile } from './use-billing-profile';

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

type BillingInput = z.input<typeof billingProfileInput>;

interface BillingFormProps {
  /** As it is stored; null if there is none yet. */
  profile: BillingRecord | null;
  save: SaveBilling;
  /** Saved, or left as it was. */
  onClose: (saved: boolean) => void;
}

/** Every field of the billing profile as an input. Only what was changed is checked and sent; Escape leaves it all as it was. */
function BillingForm({ profile, save, onClose }: BillingFormProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const countries = useId();
  const form: UseFormReturn<BillingInput, unknown, BillingChanges> = useForm<
    BillingInput,
    unknown,
    BillingChanges
  >({
    resolver: (values, ...rest) => checkChanges(changed(values, dirtyFields), ...rest),
    values: billingForm(profile),
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  });
  const { register, handleSubmit, setFocus } = form;
  const { dirtyFields, errors, isDirty } = form.formState;
  useEffect(() => setFocus('full_name'), [setFocus]);

  const send = handleSubmit(async (changes) => {
    if (Object.keys(changes).length === 0) {
      if (profile) return onClose(false);
      return setFailure('Fill in at least one field.');
    }
    try {
      await save(changes);
      onClose(true);
    } catch (error) {
      setFailure(messageOf(error));
    }
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    setFailure(null);
    setPending(true);
    await send(event);
    setPending(false);
  };

  return (
    <form
      className="max-w-[640px]"
      noValidate
      onKeyDown={(event) => {
        // Escape that closes a list of suggestions, or ends a composition, is none of the form's.
        if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return;
        if (!pending) onClose(false);
      }}
      onSubmit={submit}
    >
      <UnsavedChanges when={isDirty} />
      <p className="text-[15px] text-muted">
        For the invoices to come: those already issued keep the details they were issued with.
      </p>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {billingNames.map((name) => {
          const { label, wide, ...hints } = billingFields[name];
          return (
            <Field
              className={`mt-3.5 ${wide ? 'sm:col-span-2' : ''}`}
              error={errors[name]?.message}
              key={name}
              label={label}
            >
              {(control) => (
                <Input
                  {...control}
                  {...hints}
                  {...register(name)}
                  list={name === 'country' ? countries : undefined}
                  maxLength={name === 'email' ? limits.email.max : limits.billingField.max}
                  placeholder={name === 'tax_id_label' ? 'Tax ID' : undefined}
                  readOnly={pending}
                />
              )}
            </Field>
          );
        })}
      </div>
      <datalist id={countries}>
        {countryNames().map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {failure && <Failure className="mt-4" message={failure} />}
      <div className="mt-5 flex flex-wrap gap-2.5">
        <SubmitButton label="Save" pending={pending} pendingLabel="Saving..." />
        <Button disabled={pending} onClick={() => onClose(false)} variant="line">
          Cancel
        </Button>
      </div>
    </form>
  );
}

const checkChanges: Resolver<BillingInput, unknown, BillingChanges> = zodResolver(billingProfileInput);

/** Fields that the person didn't touch keep their stored value, whatever today's rules say of it. */
function changed(values: BillingInput, dirty: Partial<FieldNamesMarkedBoolean<BillingInput>>): BillingInput {
  return Object.fromEntries(billingNames.filter((name) => dirty[name]).map((name) => [name, values[name]]));
}
