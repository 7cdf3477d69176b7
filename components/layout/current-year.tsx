'use client';

import { useSyncExternalStore } from 'react';

const never = () => () => undefined;
const currentYear = () => new Date().getUTCFullYear();

/** This year, in UTC. If the page was built last year, the browser corrects it after hydration. */
export function CurrentYear({ built }: { built: number }) {
  return <>{useSyncExternalStore(never, currentYear, () => built)}</>;
}
