import { AccountMenu } from '@/components/auth/account-menu';
import { Link } from '@/components/ui/link';
import { brand } from '@/lib/config/brand';
import { siteNavigation } from '@/lib/config/navigation';
import { LogoMark } from './logo-mark';
import { NavLink } from './nav-link';
import { SiteMenu } from './site-menu';

/**
 * The header of every page; `wide` if the page isn't in the site's column. Only its links, its menu and the account
 * on its right are client components.
 */
export function SiteHeader({ wide = false }: { wide?: boolean }) {
  return (
    <header className="border-b border-rule-dark bg-ink text-on-ink print:hidden">
      <div
        className={`${wide ? 'px-5 sm:px-8 lg:px-[22px]' : 'wrap'} flex min-h-[60px] flex-wrap items-center gap-x-7`}
      >
        <Logo />
        <SiteMenu>
          <nav aria-label="Site" className="flex flex-col gap-1 md:flex-row md:items-center md:gap-5">
            {siteNavigation.map((link) => (
              <NavLink key={link.href} {...link} />
            ))}
          </nav>
          <div className="max-md:mt-1 max-md:border-t max-md:border-rule-dark max-md:pt-4 md:ml-auto">
            <AccountMenu />
          </div>
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
