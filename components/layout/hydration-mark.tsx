'use client';

import { useEffect } from 'react';

/** Marks the document once React responds to events; early-presses.tsx and browser tests wait for it. */
export function HydrationMark() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = '';
  }, []);
  return null;
}
