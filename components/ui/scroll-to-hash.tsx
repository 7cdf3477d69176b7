'use client';

import { useEffect } from 'react';

/** What a person does to move the page themselves. */
const ownMoves = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls to the address's heading if it was rendered too late for the browser, because a guard checked the session.
 * Keeps the heading in its place while the content around it loads, until the person does something.
 */
export function ScrollToHash() {
  useEffect(() => {
    const heading = document.getElementById(window.location.hash.slice(1));
    if (!heading) return;
    const { top } = heading.getBoundingClientRect();
    // Anywhere else, the browser has gone back to where the person was.
    if (window.scrollY > 0 && (top < 0 || top > window.innerHeight)) return;
    const observer = new ResizeObserver(() => heading.scrollIntoView());
    const stop = () => {
      observer.disconnect();
      for (const move of ownMoves) window.removeEventListener(move, stop);
    };
    observer.observe(document.body);
    for (const move of ownMoves) window.addEventListener(move, stop, { passive: true });
    return stop;
  }, []);
  return null;
}
