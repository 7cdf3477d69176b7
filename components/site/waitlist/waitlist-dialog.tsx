'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useEmail } from '@/components/site/email/use-email';
import { Dialog } from '@/components/ui/dialog';
import { defaultWaitlistPlan, type EmailSettings } from '@/lib/config/email';
import { type WaitlistRequest, waitlistRequest } from '@/lib/validation/email';
import { WaitlistForm } from './waitlist-form';
import { WaitlistThanks } from './waitlist-thanks';

interface WaitlistDialogProps {
  settings: EmailSettings;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  finalFocus: () => HTMLElement | null;
}

const empty: WaitlistRequest = { name: '', email: '', company: '', use_case: '', plan: defaultWaitlistPlan };

/**
 * Joining the waitlist (SPEC.md, sections 2 and 4). What was typed and what became of it outlive closing the dialog:
 * reopened, it shows where things stand; only after a success that was seen does it start clean.
 */
export function WaitlistDialog({ settings, open, onOpenChange, finalFocus }: WaitlistDialogProps) {
  const { state, setState, send } = useEmail(settings);
  const form = useForm<WaitlistRequest>({ resolver: zodResolver(waitlistRequest), defaultValues: empty });
  const submitButton = useRef<HTMLButtonElement>(null);
  const [thanked, setThanked] = useState(false);

  // Not on closing: the form would show while the dialog fades.
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
      {/* Always there: what appears together with its live region is not read out everywhere. */}
      <div role="status">
        {state === 'sent' && <p className="mt-3">You're on the list! We'll reach out soon.</p>}
      </div>
      {state === 'sent' ? (
        <WaitlistThanks onClose={() => change(false)} />
      ) : (
        <WaitlistForm
          form={form}
          state={state}
          submitButton={submitButton}
          onSubmit={submit}
          onClose={() => change(false)}
        />
      )}
    </Dialog>
  );
}
