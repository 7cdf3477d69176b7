'use client';

import { Dialog as Base } from '@base-ui/react/dialog';
import type { FormEvent, RefObject } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { EmailState } from '@/components/site/email/use-email';
import { Button } from '@/components/ui/button';
import { DialogActions, dialogLook } from '@/components/ui/dialog';
import { Failure } from '@/components/ui/failure';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { Textarea } from '@/components/ui/textarea';
import { waitlistPlans } from '@/lib/config/email';
import { limits } from '@/lib/config/limits';
import type { WaitlistRequest } from '@/lib/validation/email';
import { Optional } from './optional';

interface WaitlistFormProps {
  form: UseFormReturn<WaitlistRequest>;
  state: EmailState;
  submitButton: RefObject<HTMLButtonElement | null>;
  onSubmit: (event: FormEvent) => void;
  onClose: () => void;
}

/** Why to join, and what to fill in for it (SPEC.md, section 2). */
export function WaitlistForm({ form, state, submitButton, onSubmit, onClose }: WaitlistFormProps) {
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
          <Select {...control} {...register('plan')}>
            {waitlistPlans.map((plan) => (
              <option key={plan}>{plan}</option>
            ))}
          </Select>
        )}
      </Field>
      {state === 'failed' && <Failure message="Submission failed. Please try again." className="mt-4" />}
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
