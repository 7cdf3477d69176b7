import type { ReactNode } from 'react';
import { AccountMenu } from '@/components/auth/account-menu';
import { Link } from '@/components/ui/link';
import { brand } from '@/lib/config/brand';
import { siteNavigation } from '@/lib/config/navigation';
import { LogoMark } from './logo-mark';
import { NavLink } from './nav-links';
import { SiteMenu } from './site-menu';

interface SiteHeaderProps {
  /** For the console: not in the site's column, folded until the sidebar has room, and in view while folded. */
  wide?: boolean;
  /** The pages of a console, first in the menu of small screens. */
  menu?: ReactNode;
  /** A button at the end of that menu. */
  menuAction?: ReactNode;
}

/** The header of every page. Only its links, its menu and the account on its right are client components. */
export function SiteHeader({ wide = false, menu, menuAction }: SiteHeaderProps) {
  return (
    <header
      className={`relative z-30 border-b border-rule-dark bg-ink text-on-ink print:hidden ${wide ? 'max-lg:sticky max-lg:top-0' : ''}`}
      data-folds={wide ? 'late' : undefined}
    >
      <div
        className={`${wide ? 'px-5 sm:px-8 lg:px-[22px]' : 'wrap'} flex min-h-[60px] flex-wrap items-center gap-x-7`}
      >
        <Logo />
        <SiteMenu>
          {menu && <div className="unfolded:hidden">{menu}</div>}
          <nav aria-label="Site">
            {menu && <MenuHeading>{brand.name}</MenuHeading>}
            <div className="flex flex-col unfolded:flex-row unfolded:items-center unfolded:gap-5">
              {siteNavigation.map((link) => (
                <NavLink key={link.href} {...link} />
              ))}
            </div>
          </nav>
          <div className="unfolded:ml-auto">
            <AccountMenu />
          </div>
          {menuAction && <div className="unfolded:hidden">{menuAction}</div>}
        </SiteMenu>
      </div>
    </header>
  );
}

/** The mark and the product's name, linked to the home page. */
function Logo() {
  return (
    <Link
      href="/"
      className="my-2 flex h-11 items-center gap-2.5 rounded-[4px] font-[650] text-on-ink no-underline"
    >
      <LogoMark />
      {brand.name}
    </Link>
  );
}

/** The first stop of the Tab key: skips the navigation and jumps to `<main id="main">`. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="absolute top-2 left-2 z-50 -translate-y-16 rounded-control bg-white px-4 py-2 font-semibold text-text focus:translate-y-0"
    >
      Skip to content
    </a>
  );
}

/** The title of a part of the header's menu; only where the header is folded. */
function MenuHeading({ children }: { children: ReactNode }) {
  return (
    <p className="pt-2 pb-1.5 font-mono font-semibold text-[11px] text-on-ink-muted uppercase tracking-[0.08em] unfolded:hidden">
      {children}
    </p>
  );
}
