import { useRef, useState } from 'react';
import type { Result } from '@/components/ui/outcome';
import { inputFaults, messageOf, ResponseLost } from '@/lib/graphql-client/client-errors';
import { newKey } from '@/lib/rules/new-key';

/**
 * Starts something once, however often its button is pressed. Until the outcome is known, the same start has the same
 * idempotency key. After a start, it stays pending, because the page is about to be left.
 */
export function useStartOnce<Which extends string>() {
  const [pending, setPending] = useState<Which | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  const sent = useRef({ body: '', key: '' });
  // At once, unlike the state: a second press may come before the next render.
  const starting = useRef(false);
  /** @param body the start as a text. @param send with the start's idempotency key */
  const start = async (which: Which, body: string, send: (key: string) => Promise<void>) => {
    if (starting.current) return;
    starting.current = true;
    setResult(null);
    setPending(which);
    try {
      if (sent.current.body !== body) sent.current = { body, key: newKey() };
      await send(sent.current.key);
      sent.current = { body: '', key: '' };
    } catch (error) {
      if (!(error instanceof ResponseLost)) sent.current = { body: '', key: '' };
      setResult({ done: false, text: refusalOf(error) });
      starting.current = false;
      setPending(null);
    }
  };
  return { pending, result, clear: () => setResult(null), start };
}

/** Why it wasn't started, with each fault that only the start has found. */
function refusalOf(error: unknown): string {
  const faults = inputFaults(error instanceof Error ? error.cause : null);
  return [messageOf(error), ...faults.map(({ path, message }) => `${path}: ${message}`)].join(' ');
}
