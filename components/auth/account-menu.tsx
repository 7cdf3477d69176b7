'use client';

import { useRouter } from 'next/navigation';
import { NavLink } from '@/components/layout/nav-link';
import { Button } from '@/components/ui/button';
import { accountNavigation } from '@/lib/config/navigation';
import { SignInButton } from './sign-in-button';
import { signOut } from './sign-out';
import { useSession } from './use-session';

/** The header's island: Sign in, or who one is and where one may go. Until that is known its place is kept. */
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
