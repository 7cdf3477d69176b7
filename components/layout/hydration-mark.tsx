'use client';

import { useEffect } from 'react';

/** Marks the document when it begins to respond to more than links and plain forms; browser tests wait for it. */
export function HydrationMark() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = '';
  }, []);
  return null;
}
