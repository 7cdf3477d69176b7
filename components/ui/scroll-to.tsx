'use client';
import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';

/** The events of a person moving the page themselves. */
const ownMoves = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls to the address's heading if it was rendered too late for the browser, because a guard checked the session.
 * Keeps the heading where it is while the content around it loads, until the person does something.
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

/** Scrolls a page that a link opened to its top: Next sometimes keeps the scroll position of the page before. */
export function ScrollToTop() {
  const pathname = usePathname();
  const shown = useRef(pathname);
  const wentBack = useRef(false);

  useEffect(() => {
    const noteHistory = () => {
      wentBack.current = true;
    };
    window.addEventListener('popstate', noteHistory);
    return () => window.removeEventListener('popstate', noteHistory);
  }, []);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // On Back, the browser restores the position itself.
    if (!wentBack.current) window.scrollTo({ top: 0 });
    wentBack.current = false;
  }, [pathname]);
  return null;
}
