'use client';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** A key that was just made, with the secret that nobody can read again. */
export interface NewKey {
  id: string;
  name: string | null;
  rawKey: string;
}

/**
 * Keys that were just made, newest first; each stays until it is forgotten. The secrets stand in this state and
 * nowhere else, and are dropped with the page, which the browser may otherwise keep whole and bring back.
 */
export function useNewKeys() {
  const [shown, setShown] = useState<NewKey[]>([]);

  useEffect(() => {
    // At once: what is only scheduled would wait in the kept page.
    const forgetAll = () => flushSync(() => setShown([]));
    window.addEventListener('pagehide', forgetAll);
    return () => window.removeEventListener('pagehide', forgetAll);
  }, []);

  return {
    shown,
    show: (key: NewKey) => setShown((before) => [key, ...before]),
    forget: (id: string) => setShown((before) => before.filter((key) => key.id !== id)),
  };
}
