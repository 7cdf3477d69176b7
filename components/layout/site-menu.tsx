'use client';

import { usePathname } from 'next/navigation';
import { type ReactNode, useEffect, useRef, useState } from 'react';

/** The content right of the logo; on a small screen, a panel that a button opens below it. */
export function SiteMenu({ children }: { children: ReactNode }) {
  const pathname = usePathname();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);

  useEffect(() => {
    if (pathname) setOpen(false);
  }, [pathname]);

  useEffect(() => {
    if (!open) return;
    // Native listeners: React would also report Escape from dialogs that were opened in here.
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      button.current?.focus();
    };
    const parts: (HTMLElement | null)[] = [button.current, panel.current];
    for (const part of parts) part?.addEventListener('keydown', closeOnEscape);
    return () => {
      for (const part of parts) part?.removeEventListener('keydown', closeOnEscape);
    };
  }, [open]);

  return (
    <>
      <button
        ref={button}
        type="button"
        data-menu-button=""
        aria-expanded={open}
        aria-controls="site-menu"
        onClick={() => setOpen(!open)}
        className="ml-auto h-[34px] cursor-pointer rounded-control border border-rule-dark px-3 text-[14px] font-semibold hover:bg-ink-3 md:hidden"
      >
        Menu
      </button>
      <div
        ref={panel}
        id="site-menu"
        data-open={open || undefined}
        className="hidden basis-full flex-col gap-1 pb-4 data-open:flex md:flex md:flex-1 md:basis-auto md:flex-row md:items-center md:gap-5 md:pb-0"
      >
        {children}
      </div>
    </>
  );
}
