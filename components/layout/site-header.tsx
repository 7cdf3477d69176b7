import type { ReactNode } from 'react';
import { AccountMenu } from '@/components/auth/account-menu';
import { Link } from '@/components/ui/link';
import { brand } from '@/lib/config/brand';
import { siteNavigation } from '@/lib/config/navigation';
import { LogoMark } from './logo-mark';
import { MenuHeading } from './menu-heading';
import { NavLink } from './nav-link';
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
