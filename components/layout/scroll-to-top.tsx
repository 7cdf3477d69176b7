'use client';
import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';

/** Shows a page that a link led to from its top, where Next at times leaves the scroll of the page before. */
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
    // Where Back leads, the browser knows where one was.
    if (!wentBack.current) window.scrollTo({ top: 0 });
    wentBack.current = false;
  }, [pathname]);
  return null;
}
