'use client';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * Secrets that were just made and that nobody can read again, newest first; each stays until it is forgotten. They
 * stand in this state and nowhere else, and are dropped with the page, which the browser may otherwise keep whole and
 * bring back. One of the same id takes the place of the one before, which works no more.
 */
export function useSecrets<Secret extends { id: string }>() {
  const [shown, setShown] = useState<Secret[]>([]);

  useEffect(() => {
    // At once: what is only scheduled would wait in the kept page.
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
