'use client';

import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { EmailParams } from '@/components/site/email/send-email';
import type { EmailState } from '@/components/site/email/use-email';
import { Button } from '@/components/ui/button';
import { Failure } from '@/components/ui/failure';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { limits } from '@/lib/config/limits';
import { Honeypot } from './honeypot';
import { MessageField } from './message-field';
import { type ContactField, type ContactRefusal, loadContactRules, readContact } from './read-contact';

const hints: Record<ContactField, string> = {
  name: 'Please enter your name.',
  email: 'Please enter an address like name@example.com.',
  message: `Please write at least ${limits.contact.message.min} characters.`,
};

interface ContactFormProps {
  state: EmailState;
  send: (read: () => Promise<EmailParams | null>) => Promise<boolean>;
  /** The honeypot was filled: a machine, which is to believe that its message was sent. */
  onTrapped: () => void;
}

/** Name, e-mail and message. The fields are the browser's own: the page's first script holds no form library. */
export function ContactForm({ state, send, onTrapped }: ContactFormProps) {
  const [refusal, setRefusal] = useState<ContactRefusal | null>(null);
  const submitButton = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    // The button lost the focus while it was disabled.
    if (state === 'failed') submitButton.current?.focus();
  }, [state]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = new FormData(form);
    if (String(typed.get('company')).trim()) return onTrapped();
    setRefusal(null);
    void send(async () => {
      const { params, refusal } = await readContact(typed);
      setRefusal(refusal);
      if (refusal) form.querySelector<HTMLElement>(`[name=${refusal.fields[0]}]`)?.focus();
      return params;
    });
  };
  const hint = (field: ContactField) => (refusal?.fields.includes(field) ? hints[field] : undefined);

  // method="dialog": pressed before the script is there, the form stays where it is, and no message gets into an address.
  return (
    <form
      noValidate
      method="dialog"
      onSubmit={submit}
      onFocus={() => void loadContactRules().catch(() => undefined)}
    >
      <Field label="Name" error={hint('name')}>
        {(control) => (
          <Input {...control} name="name" required autoComplete="name" maxLength={limits.contact.name} />
        )}
      </Field>
      <Field label="Email" error={hint('email')} className="mt-3.5">
        {(control) => (
          <Input
            {...control}
            name="email"
            type="email"
            required
            autoComplete="email"
            maxLength={limits.email.max}
          />
        )}
      </Field>
      <MessageField error={hint('message')} />
      <Honeypot />
      {refusal && <Failure message={refusal.message} className="mt-4" />}
      {state === 'failed' && <Failure message="Failed to send message. Please try again." className="mt-4" />}
      <Button
        ref={submitButton}
        type="submit"
        pending={state === 'sending'}
        className="mt-5.5 min-w-[140px] noscript:hidden"
      >
        {state === 'sending' ? 'Sending...' : 'Send message'}
      </Button>
      <noscript>
        <p className="mt-5.5 font-medium">Sending a message needs JavaScript.</p>
      </noscript>
    </form>
  );
}
