'use client';
import { useRef } from 'react';
import { Button, type ButtonVariant } from '@/components/ui/button';
import { useLazyDialog } from '@/components/ui/use-lazy-dialog';

const importDialog = async () => (await import('./waitlist-dialog')).WaitlistDialog;

/** Opens the waitlist dialog, which is fetched on first use; without JavaScript, says what is missing. */
export function JoinWaitlistButton({ variant }: { variant?: ButtonVariant }) {
  const button = useRef<HTMLButtonElement>(null);
  const { Dialog, open, setOpen, show, preload, loading, failed } = useLazyDialog(importDialog);
  return (
    <>
      <Button
        ref={button}
        variant={variant}
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
      {Dialog && <Dialog open={open} onOpenChange={setOpen} finalFocus={() => button.current} />}
    </>
  );
}
