'use client';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Field, Input, PasswordInput } from '@/components/ui/form';
import { useNavigation } from '@/components/ui/navigation-provider';
import { Failure } from '@/components/ui/outcome';
import { brand } from '@/lib/config/brand';
import { limits } from '@/lib/config/limits';
import { adminNavigation, dashboardNavigation, type NavigationLink } from '@/lib/config/navigation';
import { signIn } from '@/lib/graphql-client/session-calls';
import { type SignInInput, signInInput } from '@/lib/validation/auth';
import { forgetReturnTo, isLinkPage, linkAddressAfterSignIn, peekReturnTo, takeReturnTo } from './return-to';
import { useSession } from './session-provider';

interface SignInDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Whether it signs in, or waits for the page afterwards. */
  onPending: (pending: boolean) => void;
  finalFocus: () => HTMLElement | null;
}

/**
 * Signs in on the current page, and continues to the page that the visitor asked for: from a signed link's page, its
 * job; by default, the dashboard.
 */
export function SignInDialog({ open, onOpenChange, onPending, finalFocus }: SignInDialogProps) {
  const { push } = useNavigation();
  const { ended, unchecked } = useSession();
  const [page] = useState(askedFor);
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
      {unchecked && (
        <p className="mt-2 text-[15px] text-muted" role="status">
          Couldn't reach the server to check your session. It's checked again by itself.
        </p>
      )}
      {page && !unchecked && <p className="mt-2 text-[15px] text-muted">Sign in to open {page}.</p>}
      <SignInForm
        onSignedIn={() => push(takeReturnTo() ?? pageAfterSigningIn())}
        onClose={close}
        onPending={onPending}
      />
    </Dialog>
  );
}

const pageAfterSigningIn = () =>
  isLinkPage(window.location.pathname) ? linkAddressAfterSignIn() : '/dashboard';

/** The name of the page that a guard turned the visitor away from, as its link has it; null if there is none. */
function askedFor(): string | null {
  const path = peekReturnTo();
  if (path === null) return null;
  const { pathname } = new URL(path, window.location.origin);
  const isWithin = ({ href, section }: NavigationLink) =>
    pathname === href || (section === true && pathname.startsWith(`${href}/`));
  if (isLinkPage(pathname)) return 'the job';
  if (pathname === '/dashboard') return 'your dashboard';
  if (pathname === '/dashboard/admin') return `the ${brand.consoleTitle}`;
  const links = [...dashboardNavigation, ...adminNavigation.flatMap((group) => group.links)];
  return links.find(isWithin)?.label ?? 'this page';
}

interface SignInFormProps extends Pick<SignInDialogProps, 'onPending'> {
  onSignedIn: () => void;
  onClose: () => void;
}

/** Email and password. A failure is shown, and keeps what was typed. */
function SignInForm({ onSignedIn, onPending, onClose }: SignInFormProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, setFocus, formState } = useForm<SignInInput>({
    resolver: zodResolver(signInInput),
    defaultValues: { email: '', password: '' },
  });
  const { errors, isSubmitting } = formState;
  // Signed in, the visitor waits here for the page.
  const pending = useNavigation().target !== null || isSubmitting;
  useEffect(() => onPending(pending), [onPending, pending]);
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
      <p className="mt-1.5 text-[13.5px] text-muted">Forgot it? An admin of your account can reset it.</p>
      {failure && <Failure message={failure} className="mt-4" />}
      <DialogActions>
        <Button type="submit" pending={pending} className="min-w-[118px]">
          {pending ? 'Signing in...' : 'Sign in'}
        </Button>
        <Button variant="line" disabled={pending && !isSubmitting} onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </form>
  );
}
