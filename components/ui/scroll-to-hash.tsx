'use client';

import { useEffect } from 'react';

/** Goes to the address's heading where it came too late for the browser: behind the guard the page follows the session. */
export function ScrollToHash() {
  useEffect(() => {
    if (window.scrollY === 0) document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
  }, []);
  return null;
}
