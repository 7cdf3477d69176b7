'use client';
import { usePathname, useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { NavLink } from '@/components/layout/nav-link';
import { Button } from '@/components/ui/button';
import { useLazyDialog } from '@/components/ui/use-lazy-dialog';
import { accountNavigation } from '@/lib/config/navigation';
import { peekReturnTo, resumeReturnTo } from './return-to';
import { signOut } from './sign-out';
import { useSession } from './use-session';

/** The header's client island: Sign in, or the user's role and pages. Keeps its height until the session is checked. */
export function AccountMenu() {
  const { loading, user } = useSession();
  const router = useRouter();
  if (loading) return <div aria-hidden="true" className="h-[34px]" />;
  if (!user) return <SignInButton />;
  const links = accountNavigation.filter((link) => !link.adminOnly || user.role === 'ADMIN');
  return (
    <nav aria-label="Account" className="flex flex-col gap-1 md:flex-row md:items-center md:gap-5">
      <span className="rounded-[4px] max-md:my-1 max-md:self-start border border-rule-dark px-[7px] py-[5px] font-mono text-[11px] leading-none font-semibold tracking-[0.08em] text-signal-glow uppercase">
        {user.role.toUpperCase()}
      </span>
      {links.map((link) => (
        <NavLink key={link.href} {...link} />
      ))}
      <Button
        variant="quiet"
        size="small"
        className="max-md:mt-2 max-md:self-start"
        onClick={() => {
          signOut();
          router.push('/');
        }}
      >
        Sign out
      </Button>
    </nav>
  );
}

const importDialog = async () => (await import('./sign-in-dialog')).SignInDialog;

/** Opens the sign-in dialog. On the home page it opens by itself after a guard turned the visitor away. */
function SignInButton() {
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
          Couldn't reach the server. Please try again.
        </p>
      )}
      {Dialog && <Dialog open={open} onOpenChange={setOpen} finalFocus={() => visible(button.current)} />}
    </>
  );
}

/** Where the focus goes: the button, or on a small screen the closed menu that contains it. */
function visible(button: HTMLButtonElement | null): HTMLElement | null {
  return button?.checkVisibility() ? button : document.querySelector<HTMLElement>('[data-menu-button]');
}
