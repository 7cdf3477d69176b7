'use client';
import { useRef, useState } from 'react';
import { type EmailKind, type EmailSettings, isOwnEmail } from '@/lib/config/email-templates';
import { limits } from '@/lib/config/limits';
import { unlessLeaving } from '@/lib/graphql-client/unless-leaving';

/** The state of a form's email (docs/product.md, "Email"). */
export type EmailState = 'idle' | 'sending' | 'sent' | 'failed';

/** Sends a form's email, one at a time, and tracks its state; a failure is logged. */
export function useEmail(kind: EmailKind) {
  const [state, setState] = useState<EmailState>('idle');
  /** When to try again, if the last email failed because of a rate limit. */
  const [wait, setWait] = useState<string | null>(null);
  // A second press can come before the first has been rendered.
  const sending = useRef(false);

  /**
   * @param read returns what to send, or null if there's nothing to send
   * @returns whether it was sent
   */
  const send = async (read: () => Promise<EmailParams | null>): Promise<boolean> => {
    if (sending.current) return false;
    sending.current = true;
    setState('sending');
    try {
      const params = await read();
      if (params) await unlessLeaving(sendEmail(kind, params));
      setState(params ? 'sent' : 'idle');
      return params !== null;
    } catch (error) {
      console.warn("The email wasn't sent.", error);
      setWait(waitOf(error));
      setState('failed');
      return false;
    } finally {
      sending.current = false;
    }
  };
  return { state, wait, setState, send };
}

/** The server's sentence about when to try again, if it refused the email for now; otherwise null. */
function waitOf(error: unknown): string | null {
  const { status, text } = error as { status?: unknown; text?: unknown };
  return status === 429 ? (/Try again in \d+ \w+\./.exec(String(text))?.[0] ?? null) : null;
}

/** The fields of an email's template (docs/product.md, "Email"). */
export type EmailParams = Record<string, string>;

/** @throws the errors of `sendByEmailjs`; Error if the email isn't sent in time */
const sendEmail = (kind: EmailKind, params: EmailParams): Promise<void> =>
  Promise.race([sendByEmailjs(kind, params), expire(limits.patience)]);

/**
 * Sends an email by EmailJS's client, which is fetched on first use, as are the settings.
 * @throws EmailJS's `{ status, text }` unless the response has a status of 200 to 299; an Error if the settings can't
 *   be read
 */
async function sendByEmailjs(kind: EmailKind, params: EmailParams): Promise<void> {
  const [{ init, send }, settings] = await Promise.all([import('@emailjs/browser'), readSettings(kind)]);
  // No limitRate: it also counts failed attempts, and would refuse the retry that the form offers.
  init({ publicKey: settings.publicKey, ...(isOwnEmail(settings) && { origin: location.origin }) });
  await send(settings.serviceId, settings.templateId, params);
}

async function readSettings(kind: EmailKind): Promise<EmailSettings> {
  const response = await fetch('/email-settings.json');
  if (!response.ok) throw new Error(`The settings of emails weren't sent: ${response.status}.`);
  const settings: Record<EmailKind, EmailSettings> = await response.json();
  return settings[kind];
}

/** Neither EmailJS's client nor fetch gives up. An email that arrives late is stored once, however often it's sent. */
const expire = (after: number) =>
  new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('No answer came in time.')), after);
  });
