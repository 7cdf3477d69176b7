'use client';

import type { ReactNode } from 'react';
import { useDisclosure } from '@/components/ui/use-disclosure';

/** The content right of the logo; where there's no room for it, a panel over the page that a button opens. */
export function SiteMenu({ children }: { children: ReactNode }) {
  const { open, toggle, button, panel } = useDisclosure<HTMLDivElement>();
  return (
    <>
      <button
        ref={button}
        type="button"
        data-menu-button=""
        aria-expanded={open}
        aria-controls="site-menu"
        onClick={toggle}
        className="ml-auto h-[34px] cursor-pointer rounded-control border border-rule-dark px-3 text-[14px] font-semibold hover:bg-ink-3 unfolded:hidden"
      >
        Menu
      </button>
      <div
        ref={panel}
        id="site-menu"
        data-open={open || undefined}
        className="gap-5 folded:absolute folded:inset-x-0 folded:top-full folded:z-30 folded:hidden folded:max-h-[calc(100dvh-61px)] folded:flex-col folded:overflow-y-auto folded:overscroll-contain folded:border-t folded:border-rule-dark folded:bg-ink folded:px-5 folded:pt-4 folded:pb-6 folded:shadow-[0_24px_40px_-12px_#0b121088] folded:data-open:flex unfolded:flex unfolded:flex-1 unfolded:items-center"
      >
        {children}
      </div>
    </>
  );
}
