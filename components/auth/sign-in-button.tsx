'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { useLazyDialog } from '@/components/ui/use-lazy-dialog';
import { peekReturnTo, resumeReturnTo } from './return-to';

const importDialog = async () => (await import('./sign-in-dialog')).SignInDialog;

/** Opens the sign-in dialog; by itself on the home page, after a guard turned its visitor away. */
export function SignInButton() {
  const pathname = usePathname();
  const button = useRef<HTMLButtonElement>(null);
  const { Dialog, open, setOpen, show, preload, loading, failed } = useLazyDialog(importDialog);

  useEffect(() => {
    if (pathname !== '/') return;
    resumeReturnTo();
    if (peekReturnTo() !== null) void show();
  }, [pathname, show]);

  return (
    <>
      <Button
        ref={button}
        variant="quiet"
        size="small"
        aria-haspopup="dialog"
        aria-busy={loading || undefined}
        onClick={show}
        onPointerEnter={preload}
        onFocus={preload}
      >
        {loading ? 'Opening...' : 'Sign in'}
      </Button>
      {failed && (
        <p role="alert" className="text-[14px] text-amber-glow">
          Could not reach the server. Please try again.
        </p>
      )}
      {Dialog && <Dialog open={open} onOpenChange={setOpen} finalFocus={() => visible(button.current)} />}
    </>
  );
}

/** Where the focus goes: the button, or on a small screen the closed menu that holds it. */
function visible(button: HTMLButtonElement | null): HTMLElement | null {
  return button?.checkVisibility() ? button : document.querySelector<HTMLElement>('[data-menu-button]');
}
