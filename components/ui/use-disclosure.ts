'use client';
import { usePathname } from 'next/navigation';
import { useCallback, useEffect, useRef, useState } from 'react';

/**
 * A panel that a button opens: `aria-expanded` and `aria-controls` are the button's. It closes on Escape, on a press or
 * the focus elsewhere, and once another page is shown. The focus returns to the button if it was in the panel.
 */
export function useDisclosure<Panel extends HTMLElement>() {
  const pathname = usePathname();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<Panel>(null);
  const [open, setOpen] = useState(false);

  const close = useCallback(() => {
    if (panel.current?.contains(document.activeElement)) button.current?.focus();
    setOpen(false);
  }, []);

  useEffect(() => {
    if (pathname) close();
  }, [pathname, close]);

  useEffect(() => {
    if (!open) return;
    const listening = new AbortController();
    const { signal } = listening;
    const parts: (HTMLElement | null)[] = [button.current, panel.current];
    const closeElsewhere = ({ target }: Event) => {
      if (target instanceof Node && !parts.some((part) => part?.contains(target))) setOpen(false);
    };
    document.addEventListener('pointerdown', closeElsewhere, { signal });
    document.addEventListener('focusin', closeElsewhere, { signal });
    // Native listeners: React would also report Escape from dialogs that were opened in the panel.
    for (const part of parts)
      part?.addEventListener(
        'keydown',
        ({ key }) => {
          if (key !== 'Escape') return;
          setOpen(false);
          button.current?.focus();
        },
        { signal },
      );
    // A link to the page on show changes nothing else.
    panel.current?.addEventListener(
      'click',
      ({ target }) => {
        if (target instanceof Element && target.closest('a[aria-current=page]')) close();
      },
      { signal },
    );
    return () => listening.abort();
  }, [open, close]);

  return { open, toggle: () => setOpen(!open), close, button, panel };
}
