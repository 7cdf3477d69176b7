'use client';
import { Dialog as Base } from '@base-ui/react/dialog';
import { zodResolver } from '@hookform/resolvers/zod';
import { type FormEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { type EmailState, useEmail } from '@/components/site/use-email';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions, dialogLook } from '@/components/ui/dialog';
import { Field, Input, Select, Textarea } from '@/components/ui/form';
import { Failure } from '@/components/ui/outcome';
import { defaultWaitlistPlan, waitlistPlans } from '@/lib/config/email-templates';
import { limits } from '@/lib/config/limits';
import { type PlanConfig, plans } from '@/lib/config/plans';
import { formatPrice } from '@/lib/format/money';
import { formatCount } from '@/lib/format/number';
import { type WaitlistRequest, waitlistRequest } from '@/lib/validation/email';

interface WaitlistDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  finalFocus: () => HTMLElement | null;
}

const empty: WaitlistRequest = { name: '', email: '', company: '', use_case: '', plan: defaultWaitlistPlan };

/**
 * Joins the waitlist (docs/product.md, "Waitlist"). The typed text and the outcome survive closing the dialog; only
 * after a success that was shown does it start empty.
 */
export function WaitlistDialog({ open, onOpenChange, finalFocus }: WaitlistDialogProps) {
  const { state, wait, setState, send } = useEmail('WAITLIST');
  const form = useForm<WaitlistRequest>({ resolver: zodResolver(waitlistRequest), defaultValues: empty });
  const submitButton = useRef<HTMLButtonElement>(null);
  const [thanked, setThanked] = useState(false);

  // Not on closing: the form would show while the dialog fades out.
  if (open && thanked) {
    setThanked(false);
    setState('idle');
  }

  useEffect(() => {
    // The button lost the focus while it was disabled.
    if (state === 'failed') submitButton.current?.focus();
  }, [state]);

  const submit = form.handleSubmit(
    async ({ name, email, ...rest }) => {
      if (await send(async () => ({ user_name: name, user_email: email, ...rest }))) form.reset();
    },
    () => setState('idle'),
  );
  const change = (next: boolean) => {
    if (!next && state === 'sent') setThanked(true);
    onOpenChange(next);
  };

  return (
    <Dialog open={open} onOpenChange={change} title="Join the Alpha Waitlist" finalFocus={finalFocus}>
      {/* Always rendered: some screen readers skip text that appears together with its live region. */}
      <div role="status">
        {state === 'sent' && <p className="mt-3">You're on the list! We'll reach out soon.</p>}
      </div>
      {state === 'sent' ? (
        <WaitlistThanks onClose={() => change(false)} />
      ) : (
        <WaitlistForm
          form={form}
          state={state}
          wait={wait}
          submitButton={submitButton}
          onSubmit={submit}
          onClose={() => change(false)}
        />
      )}
    </Dialog>
  );
}

interface WaitlistFormProps {
  form: UseFormReturn<WaitlistRequest>;
  state: EmailState;
  /** When to try again after a failure, in a sentence. */
  wait: string | null;
  submitButton: RefObject<HTMLButtonElement | null>;
  onSubmit: (event: FormEvent) => void;
  onClose: () => void;
}

/** The intro and the fields (docs/product.md, "Waitlist"). */
function WaitlistForm({ form, state, wait, submitButton, onSubmit, onClose }: WaitlistFormProps) {
  const offerId = useId();
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <form noValidate onSubmit={onSubmit}>
      <Base.Description className={dialogLook.description}>
        You will be notified when the alpha is available. Your feedback will shape the platform.
      </Base.Description>
      <Field label="Name" error={errors.name?.message} className="mt-4">
        {(control) => (
          <Input
            {...control}
            {...register('name')}
            required
            autoComplete="name"
            maxLength={limits.waitlist.name}
          />
        )}
      </Field>
      <Field label="Email" error={errors.email?.message} className="mt-3.5">
        {(control) => (
          <Input
            {...control}
            {...register('email')}
            type="email"
            required
            autoComplete="email"
            maxLength={limits.email.max}
          />
        )}
      </Field>
      <Field label={<Optional>Company</Optional>} error={errors.company?.message} className="mt-3.5">
        {(control) => (
          <Input
            {...control}
            {...register('company')}
            autoComplete="organization"
            maxLength={limits.waitlist.company}
          />
        )}
      </Field>
      <Field label={<Optional>Use case</Optional>} error={errors.use_case?.message} className="mt-3.5">
        {(control) => <Textarea {...control} {...register('use_case')} maxLength={limits.waitlist.useCase} />}
      </Field>
      <Field label="Plan" error={errors.plan?.message} className="mt-3.5">
        {(control) => (
          <Select
            {...control}
            {...register('plan')}
            aria-describedby={[offerId, control['aria-describedby']].filter(Boolean).join(' ')}
          >
            {waitlistPlans.map((plan) => (
              <option key={plan}>{plan}</option>
            ))}
          </Select>
        )}
      </Field>
      <div id={offerId} className="mt-1.5 text-[13.5px] text-muted tabular-nums">
        <p aria-live="polite">{planOffer(form.watch('plan'))}</p>
        <p>{planPrices}</p>
      </div>
      {state === 'failed' && (
        <Failure message="Submission failed. Please try again." wait={wait} className="mt-4" />
      )}
      <DialogActions>
        <Button ref={submitButton} type="submit" pending={state === 'sending'} className="min-w-[136px]">
          {state === 'sending' ? 'Submitting...' : 'Join Waitlist'}
        </Button>
        <Button variant="line" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </form>
  );
}

/** The label of an optional field. */
function Optional({ children }: { children: ReactNode }) {
  return (
    <>
      {children} <span className="font-normal text-muted">(optional)</span>
    </>
  );
}

/** Shown after a request was sent; takes the focus that the form's button lost. */
function WaitlistThanks({ onClose }: { onClose: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <DialogActions>
      <Button ref={button} onClick={onClose}>
        Close
      </Button>
    </DialogActions>
  );
}

const MICROS = 1e6;
const offered: readonly PlanConfig[] = plans;

/** A plan's price and limits, in a sentence. @returns '' for a plan that isn't on offer */
export function planOffer(name: string): string {
  const plan = offered.find((one) => one.name === name);
  if (!plan) return '';
  const { monthlyPriceMicros, includedExecutions, overagePriceMicros } = plan;
  if (monthlyPriceMicros === 0 && includedExecutions !== null)
    return `Free for ${formatCount(includedExecutions)} executions per month.`;
  const price = `${formatPrice(monthlyPriceMicros / MICROS)} per month`;
  if (includedExecutions === null) return `${price}, with no limit on executions.`;
  const extra = overagePriceMicros === null ? '' : `, then ${formatPrice(overagePriceMicros / MICROS)} each`;
  return `${price} for ${formatCount(includedExecutions)} executions${extra}.`;
}

/** The price of every plan, to compare. */
export const planPrices: string = offered
  .map(({ name, monthlyPriceMicros }) => `${name} ${formatPrice(monthlyPriceMicros / MICROS)}`)
  .join(' · ');
