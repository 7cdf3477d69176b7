'use client';
import { zodResolver } from '@hookform/resolvers/zod';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { type FieldNamesMarkedBoolean, type Resolver, type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { Button } from '@/components/ui/button';
import { Field, Input, SubmitButton } from '@/components/ui/form';
import { Failure } from '@/components/ui/outcome';
import { UnsavedChanges } from '@/components/ui/unsaved-changes';
import { limits } from '@/lib/config/limits';
import { countryNames } from '@/lib/format/country';
import { messageOf } from '@/lib/graphql-client/errors';
import { type BillingChanges, billingProfileInput } from '@/lib/validation/billing';
import { billingFields, billingForm, billingNames } from './billing-details';
import type { BillingRecord, SaveBilling } from './use-billing-profile';

type BillingInput = z.input<typeof billingProfileInput>;

interface BillingFormProps {
  /** As it is stored; null if there is none yet. */
  profile: BillingRecord | null;
  save: SaveBilling;
  /** Saved, or left as it was. */
  onClose: (saved: boolean) => void;
}

/** Every field of the billing profile as an input. Only what was changed is checked and sent; Escape leaves it all as it was. */
export function BillingForm({ profile, save, onClose }: BillingFormProps) {
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

/** What was not touched stays as it is stored, whatever the rules say of it by now. */
function changed(values: BillingInput, dirty: Partial<FieldNamesMarkedBoolean<BillingInput>>): BillingInput {
  return Object.fromEntries(billingNames.filter((name) => dirty[name]).map((name) => [name, values[name]]));
}
