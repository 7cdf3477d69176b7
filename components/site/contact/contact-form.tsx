'use client';
import dynamic from 'next/dynamic';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type EmailParams, type EmailState, useEmail } from '@/components/site/use-email';
import { Button } from '@/components/ui/button';
import { Field, Input, Textarea } from '@/components/ui/form';
import { Failure } from '@/components/ui/outcome';
import { contactRecipient } from '@/lib/config/email-templates';
import { limits } from '@/lib/config/limits';
import { formatCount } from '@/lib/format/number';

/** The form, or the thanks once it's sent, with a button back to the empty form (docs/product.md, "Contact"). */
export function ContactPanel() {
  const { state, wait, setState, send } = useEmail('CONTACT');
  const panel = useRef<HTMLDivElement>(null);
  const writeAnother = () => {
    flushSync(() => setState('idle'));
    panel.current?.querySelector('input')?.focus();
  };
  return (
    <div ref={panel} className="rounded-panel border border-rule bg-white px-5 py-6 sm:px-7">
      {/* Always rendered: some screen readers skip text that appears together with its live region. */}
      <div role="status">
        {state === 'sent' && (
          <p className="font-medium text-[15px] text-signal-ink">Thanks! We received your message.</p>
        )}
      </div>
      {state === 'sent' ? (
        <ContactThanks onAnother={writeAnother} />
      ) : (
        <ContactForm state={state} wait={wait} send={send} onTrapped={() => setState('sent')} />
      )}
    </div>
  );
}

/** Shown after a message was sent; takes the focus that the form's button lost. */
function ContactThanks({ onAnother }: { onAnother: () => void }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <>
      <h2 ref={title} tabIndex={-1} className="mt-2 mb-5 text-[22px] font-semibold tracking-[-0.02em]">
        Thanks! We'll follow up soon.
      </h2>
      <Button variant="line" onClick={onAnother}>
        Send another message
      </Button>
    </>
  );
}

/** Fetched once something was typed: the page's first script has no dialogs. */
const UnsavedChanges = dynamic(async () => (await import('@/components/ui/unsaved-changes')).UnsavedChanges);

const hints: Record<ContactField, string> = {
  name: 'Enter your name.',
  email: 'Enter an email address like name@example.com.',
  message: `Write at least ${limits.contact.message.min} characters.`,
};

interface ContactFormProps {
  state: EmailState;
  /** When to try again after a failure, in a sentence. */
  wait: string | null;
  send: (read: () => Promise<EmailParams | null>) => Promise<boolean>;
  /** The honeypot was filled by a bot, which should believe that its message was sent. */
  onTrapped: () => void;
}

/** Name, email and message. The fields are the browser's own, so that the page's first script has no form library. */
function ContactForm({ state, wait, send, onTrapped }: ContactFormProps) {
  const [refusal, setRefusal] = useState<ContactRefusal | null>(null);
  const [changed, setChanged] = useState(false);
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

  // method="dialog": submitted before the script has loaded, the form stays, and the message doesn't end up in the URL.
  return (
    <form
      noValidate
      method="dialog"
      onInput={({ currentTarget }) =>
        setChanged([...new FormData(currentTarget).values()].some((value) => value !== ''))
      }
      onSubmit={submit}
      onFocus={() => void loadContactRules().catch(() => undefined)}
    >
      {changed && <UnsavedChanges when={state !== 'sending'} />}
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
      {state === 'failed' && (
        <Failure message="Failed to send message. Please try again." wait={wait} className="mt-4" />
      )}
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

const { max } = limits.contact.message;
/** The count is shown from this many characters on. */
const near = max - 500;

/** The message; near its limit, says how many characters are left. */
function MessageField({ error }: { error: string | undefined }) {
  const [length, setLength] = useState(0);
  const countId = useId();
  const counted = length >= near;
  return (
    <Field label="Message" error={error} className="mt-3.5">
      {(control) => (
        <>
          <Textarea
            {...control}
            name="message"
            required
            maxLength={max}
            className="min-h-[168px]"
            aria-describedby={
              [control['aria-describedby'], counted && countId].filter(Boolean).join(' ') || undefined
            }
            onChange={(event) => setLength(event.target.value.length)}
          />
          {counted && (
            <p id={countId} className="mt-1.5 text-[13.5px] text-muted tabular-nums">
              {formatCount(max - length)} of {formatCount(max)} characters left
            </p>
          )}
        </>
      )}
    </Field>
  );
}

/**
 * A field that only bots see and fill. Not `display: none`, which they recognize, and nothing that a browser or a
 * password manager would fill for a visitor, whose message would be dropped.
 */
function Honeypot() {
  return (
    <div aria-hidden="true" className="absolute -left-[9999px]">
      <label>
        Leave this field empty
        <input
          name="company"
          tabIndex={-1}
          autoComplete="one-time-code"
          data-1p-ignore=""
          data-bwignore=""
          data-lpignore="true"
        />
      </label>
    </div>
  );
}

const contactFields = ['name', 'email', 'message'] as const;
type ContactField = (typeof contactFields)[number];

/** The message for the visitor, and the invalid fields in their order on the page. */
interface ContactRefusal {
  message: string;
  fields: ContactField[];
}

type ContactReading = { params: EmailParams; refusal: null } | { params: null; refusal: ContactRefusal };

/** The rules are fetched when a visitor starts to write, so they aren't in the page's first script. */
const loadContactRules = () => import('@/lib/validation/email');

/** Validates the form, and returns the fields of its email template (docs/product.md, "Contact"). */
async function readContact(typed: FormData): Promise<ContactReading> {
  const { contactMessage, contactRefusal } = await loadContactRules();
  const { data, error } = contactMessage.safeParse(Object.fromEntries(typed));
  if (error) {
    const wrong = new Set(error.issues.map(({ path }) => path[0]));
    const fields = contactFields.filter((field) => wrong.has(field));
    return { params: null, refusal: { message: contactRefusal, fields } };
  }
  const { name, email, message } = data;
  return {
    params: { user_name: name, user_email: email, message, to_name: contactRecipient },
    refusal: null,
  };
}
