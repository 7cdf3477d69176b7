import { AccountMenu } from '@/components/auth/account-menu';
import { siteNavigation } from '@/lib/config/navigation';
import { Logo } from './logo';
import { NavLink } from './nav-link';
import { SiteMenu } from './site-menu';

/**
 * The header of every page; `wide` where the page is not in the site's column. Only the account on its right is a
 * client's matter.
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
