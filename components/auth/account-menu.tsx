'use client';
import { usePathname } from 'next/navigation';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { NavLink } from '@/components/layout/nav-links';
import { Button } from '@/components/ui/button';
import { useLazyDialog, visibleOrMenu } from '@/components/ui/use-lazy-dialog';
import { accountNavigation } from '@/lib/config/navigation';
import type { CurrentUser } from '@/lib/graphql-client/current-user';
import { IdentityName } from './identity';
import { peekReturnTo, resumeReturnTo } from './return-to';
import { useSession } from './session-provider';

/** Fetched after signing in, not on the press: a visitor needs none of it, and signing out also works offline. */
const Identity = lazy(async () => ({ default: (await import('./identity')).Identity }));

/** The header's client island: Sign in, or who is signed in and where they can go. Keeps its height until that's known. */
export function AccountMenu() {
  const { loading, user } = useSession();
  const [signingIn, setSigningIn] = useState(false);
  if (loading) return <div aria-hidden="true" className="h-[34px]" />;
  // After signing in, the dialog stays until the page is there.
  if (!user || signingIn) return <SignInButton onPending={setSigningIn} />;
  const links = accountNavigation.filter((link) => !link.adminOnly || user.role === 'ADMIN');
  return (
    <nav
      aria-label="Account"
      className="flex flex-col folded:border-t folded:border-rule-dark folded:pt-4 unfolded:flex-row unfolded:items-center unfolded:gap-5"
    >
      <span className="rounded-[4px] border border-rule-dark px-[7px] py-[5px] font-mono text-[11px] leading-none font-semibold tracking-[0.08em] text-signal-glow uppercase folded:mb-2 folded:self-start">
        {user.role.toUpperCase()}
      </span>
      {links.map((link) => (
        <NavLink key={link.href} {...link} />
      ))}
      <Suspense fallback={<IdentitySpace user={user} />}>
        <Identity user={user} />
      </Suspense>
    </nav>
  );
}

/** As large as the identity's button, so that the links next to it stay where they are. */
function IdentitySpace({ user }: { user: CurrentUser }) {
  return (
    <div aria-hidden="true" className="invisible flex h-[44px] items-center pr-7 pl-2">
      <IdentityName user={user} />
    </div>
  );
}

const importDialog = async () => (await import('./sign-in-dialog')).SignInDialog;

/** Opens the sign-in dialog. On the home page it opens by itself after a guard turned the visitor away. */
function SignInButton({ onPending }: { onPending: (pending: boolean) => void }) {
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
          Couldn't reach the server. Try again.
        </p>
      )}
      {Dialog && (
        <Dialog
          open={open}
          onOpenChange={setOpen}
          onPending={onPending}
          finalFocus={() => visibleOrMenu(button.current)}
        />
      )}
    </>
  );
}
