'use client';

import { useRef, useState } from 'react';
import type { EmailSettings } from '@/lib/config/email';
import { type EmailParams, sendEmail } from './send-email';

/** Where a form's e-mail stands (SPEC.md, section 4). */
export type EmailState = 'idle' | 'sending' | 'sent' | 'failed';

/** Sends a form's e-mail, one at a time, and tells where it stands; a failure is logged. */
export function useEmail(settings: EmailSettings) {
  const [state, setState] = useState<EmailState>('idle');
  // A second press can come before the first has been rendered.
  const underWay = useRef(false);

  /**
   * @param read gives what to send; null if there turns out to be nothing to send
   * @returns whether it was sent
   */
  const send = async (read: () => Promise<EmailParams | null>): Promise<boolean> => {
    if (underWay.current) return false;
    underWay.current = true;
    setState('sending');
    try {
      const params = await read();
      if (params) await sendEmail(settings, params);
      setState(params ? 'sent' : 'idle');
      return params !== null;
    } catch (error) {
      console.warn('The e-mail was not sent.', error);
      setState('failed');
      return false;
    } finally {
      underWay.current = false;
    }
  };
  return { state, setState, send };
}
