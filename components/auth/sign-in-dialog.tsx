'use client';

import { useRouter } from 'next/navigation';
import { Dialog } from '@/components/ui/dialog';
import { forgetReturnTo, takeReturnTo } from './return-to';
import { SignInForm } from './sign-in-form';
import { useSession } from './use-session';

export interface SignInDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  finalFocus: () => HTMLElement | null;
}

/** Signing in, on the page one is on; leads to the page that was asked for, else to the dashboard. */
export function SignInDialog({ open, onOpenChange, finalFocus }: SignInDialogProps) {
  const router = useRouter();
  const { ended } = useSession();
  const close = () => {
    forgetReturnTo();
    onOpenChange(false);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(true) : close())}
      title="Sign in"
      finalFocus={finalFocus}
    >
      {ended && (
        <p className="mt-2 text-[15px] text-muted" role="status">
          Your session has ended. What was not saved by then is lost.
        </p>
      )}
      <SignInForm onSignedIn={() => router.push(takeReturnTo() ?? '/dashboard')} onClose={close} />
    </Dialog>
  );
}
