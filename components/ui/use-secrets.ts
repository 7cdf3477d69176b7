'use client';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * New secrets, which can't be read again, newest first; each stays until it's forgotten. They exist only in this state,
 * and are dropped when the page is left, because the browser can keep the page in memory and restore it. A secret
 * replaces an earlier one of the same id, which no longer works.
 */
export function useSecrets<Secret extends { id: string }>() {
  const [shown, setShown] = useState<Secret[]>([]);

  useEffect(() => {
    // Synchronously: a scheduled update would wait in the kept page.
    const forgetAll = () => flushSync(() => setShown([]));
    window.addEventListener('pagehide', forgetAll);
    return () => window.removeEventListener('pagehide', forgetAll);
  }, []);

  const forget = (id: string) => setShown((before) => before.filter((secret) => secret.id !== id));
  return {
    shown,
    show: (secret: Secret) =>
      setShown((before) => [secret, ...before.filter((other) => other.id !== secret.id)]),
    forget,
  };
}
