'use client';
import { zodResolver } from '@hookform/resolvers/zod';
import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Failure } from '@/components/ui/failure';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { limits } from '@/lib/config/limits';
import { signIn } from '@/lib/graphql-client/session-calls';
import { type SignInInput, signInInput } from '@/lib/validation/auth';
import { PasswordInput } from './password-input';
import { forgetReturnTo, takeReturnTo } from './return-to';
import { useSession } from './use-session';

interface SignInDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  finalFocus: () => HTMLElement | null;
}

/** Signs in on the current page, and continues to the page that the visitor asked for, or to the dashboard. */
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
          Your session has ended. Unsaved changes were lost.
        </p>
      )}
      <SignInForm onSignedIn={() => router.push(takeReturnTo() ?? '/dashboard')} onClose={close} />
    </Dialog>
  );
}

/** Email and password. A failure is shown, and keeps what was typed. */
function SignInForm({ onSignedIn, onClose }: { onSignedIn: () => void; onClose: () => void }) {
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, setFocus, formState } = useForm<SignInInput>({
    resolver: zodResolver(signInInput),
    defaultValues: { email: '', password: '' },
  });
  const { errors, isSubmitting } = formState;
  const closing = useRef<AbortController>(undefined);
  useEffect(() => {
    const controller = new AbortController();
    closing.current = controller;
    return () => controller.abort();
  }, []);

  const submit = handleSubmit(async (input) => {
    setFailure(null);
    const message = await signIn(input, closing.current?.signal);
    if (message === null) return onSignedIn();
    setFailure(message);
    // The button lost the focus while it was disabled.
    setFocus('password');
  });

  return (
    <form noValidate onSubmit={submit}>
      <Field label="Email" error={errors.email?.message} className="mt-4">
        {(control) => (
          <Input
            {...control}
            {...register('email')}
            type="email"
            autoComplete="username"
            maxLength={limits.email.max}
          />
        )}
      </Field>
      <Field label="Password" error={errors.password?.message} className="mt-3.5">
        {(control) => (
          <PasswordInput {...control} {...register('password')} autoComplete="current-password" />
        )}
      </Field>
      {failure && <Failure message={failure} className="mt-4" />}
      <DialogActions>
        <Button type="submit" pending={isSubmitting} className="min-w-[118px]">
          {isSubmitting ? 'Signing in...' : 'Sign in'}
        </Button>
        <Button variant="line" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </form>
  );
}
