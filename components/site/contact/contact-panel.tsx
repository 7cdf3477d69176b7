'use client';

import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { useEmail } from '@/components/site/email/use-email';
import type { EmailSettings } from '@/lib/config/email';
import { ContactForm } from './contact-form';
import { ContactThanks } from './contact-thanks';

/** The form, or after sending it the thanks; a way leads back to the empty form (SPEC.md, sections 2 and 4). */
export function ContactPanel({ settings }: { settings: EmailSettings }) {
  const { state, setState, send } = useEmail(settings);
  const panel = useRef<HTMLDivElement>(null);
  const writeAnother = () => {
    flushSync(() => setState('idle'));
    panel.current?.querySelector('input')?.focus();
  };
  return (
    <div ref={panel} className="rounded-panel border border-rule bg-white px-5 py-6 sm:px-7">
      {/* Always there: what appears together with its live region is not read out everywhere. */}
      <div role="status">
        {state === 'sent' && (
          <p className="font-medium text-[15px] text-signal-ink">Thanks! We received your message.</p>
        )}
      </div>
      {state === 'sent' ? (
        <ContactThanks onAnother={writeAnother} />
      ) : (
        <ContactForm state={state} send={send} onTrapped={() => setState('sent')} />
      )}
    </div>
  );
}
