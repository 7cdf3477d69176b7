'use client';
import { useEffect, useSyncExternalStore } from 'react';

/** Marks the document once React responds to events; early-presses.tsx and browser tests wait for it. */
export function HydrationMark() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = '';
  }, []);
  return null;
}

const never = () => () => undefined;
const currentYear = () => new Date().getUTCFullYear();

/** This year, in UTC. If the page was built last year, the browser corrects it after hydration. */
export function CurrentYear({ built }: { built: number }) {
  return <>{useSyncExternalStore(never, currentYear, () => built)}</>;
}
