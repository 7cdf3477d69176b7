'use client';
import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';

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
