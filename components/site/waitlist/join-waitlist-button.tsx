'use client';
import { type ComponentProps, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { useLazyDialog, visibleOrMenu } from '@/components/ui/use-lazy-dialog';

const importDialog = async () => (await import('./waitlist-dialog')).WaitlistDialog;

/** Opens the waitlist dialog; without JavaScript, says what is missing. */
export function JoinWaitlistButton({
  variant,
  size,
}: Pick<ComponentProps<typeof Button>, 'variant' | 'size'>) {
  const button = useRef<HTMLButtonElement>(null);
  const { Dialog, open, setOpen, show, preload, loading, failed } = useLazyDialog(importDialog);
  return (
    <>
      <Button
        ref={button}
        variant={variant}
        size={size}
        className="min-w-[132px] noscript:hidden"
        aria-haspopup="dialog"
        aria-busy={loading || undefined}
        onClick={show}
        onPointerEnter={preload}
        onFocus={preload}
      >
        {loading ? 'Opening...' : 'Join Waitlist'}
      </Button>
      <noscript>Joining the waitlist needs JavaScript.</noscript>
      {failed && <p role="alert">Couldn't reach the server. Try again.</p>}
      {Dialog && (
        <Dialog open={open} onOpenChange={setOpen} finalFocus={() => visibleOrMenu(button.current)} />
      )}
    </>
  );
}
