'use client';

import { useEffect } from 'react';

/** Scrolls to the address's heading if it was rendered too late for the browser, because a guard checked the session. */
export function ScrollToHash() {
  useEffect(() => {
    if (window.scrollY === 0) document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
  }, []);
  return null;
}
