'use client';
import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useEmail } from '@/components/site/use-email';
import { Button } from '@/components/ui/button';
import { ContactForm } from './contact-form';

/** The form, or the thanks once it's sent, with a button back to the empty form (docs/product.md, "Contact"). */
export function ContactPanel() {
  const { state, setState, send } = useEmail('CONTACT');
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
        <ContactForm state={state} send={send} onTrapped={() => setState('sent')} />
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
