'use client';

import { usePathname } from 'next/navigation';
import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { peekReturnTo, resumeReturnTo } from './return-to';
import type { SignInDialogProps } from './sign-in-dialog';

/** Opens the sign-in dialog; by itself on the home page, after a guard turned its visitor away. */
export function SignInButton() {
  const pathname = usePathname();
  const button = useRef<HTMLButtonElement>(null);
  const [Dialog, setDialog] = useState<ComponentType<SignInDialogProps> | null>(null);
  const [open, setOpen] = useState(false);
  const [failed, setFailed] = useState(false);

  /** The dialog and all that it stands on are fetched only when someone is about to sign in. */
  const load = useCallback(async () => {
    const { SignInDialog } = await import('./sign-in-dialog');
    setDialog(() => SignInDialog);
  }, []);

  const show = useCallback(async () => {
    setFailed(false);
    setOpen(true);
    try {
      await load();
    } catch {
      setOpen(false);
      setFailed(true);
    }
  }, [load]);

  useEffect(() => {
    if (pathname !== '/') return;
    resumeReturnTo();
    if (peekReturnTo() !== null) void show();
  }, [pathname, show]);

  const preload = () => void load().catch(() => undefined);
  const loading = open && !Dialog;
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
