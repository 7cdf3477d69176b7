import type { ReactNode } from 'react';
import { Link } from '@/components/ui/link';
import { brand } from '@/lib/config/brand';
import { footerNavigation } from '@/lib/config/navigation';
import { CurrentYear } from './after-hydration';
import { SiteHeader, SkipLink } from './site-header';

interface SiteShellProps {
  /** The year the site was built. Required if the browser renders this too, because its year may differ. */
  builtIn?: number;
  /** The pages of a console, first in the header's menu of small screens. */
  menu?: ReactNode;
  /** A button at the end of the header's menu of small screens. */
  menuAction?: ReactNode;
  /** On wide windows, the pages get more of the width, for their tables. */
  wide?: boolean;
  children: ReactNode;
}

/** The frame of the public pages and the developer's: header, main area, footer. On the public docs' pages, all are as wide as these. */
export function SiteShell({
  builtIn = new Date().getUTCFullYear(),
  menu,
  menuAction,
  wide,
  children,
}: SiteShellProps) {
  return (
    <div
      className={`flex min-h-dvh flex-col ${wide ? '[--wrap:clamp(1120px,80vw,1840px)]' : 'has-[[data-docs]]:[--wrap:1440px]'}`}
    >
      <SkipLink />
      <SiteHeader menu={menu} menuAction={menuAction} />
      <main id="main" tabIndex={-1} className="flex grow flex-col outline-none">
        {children}
      </main>
      <SiteFooter builtIn={builtIn} />
    </div>
  );
}

/** The public pages' footer: two columns of links and the copyright line. */
function SiteFooter({ builtIn }: { builtIn: number }) {
  return (
    <footer className="border-t border-rule bg-paper-2 text-[14.5px] print:hidden">
      <div className="wrap grid grid-cols-2 gap-x-12 gap-y-8 py-9 sm:py-11 md:grid-cols-[1fr_auto_auto]">
        <p className="max-w-[34ch] text-muted max-md:col-span-2">{brand.tagline}</p>
        {footerNavigation.map((column) => (
          <nav key={column.title} aria-label={column.title} className="md:min-w-[168px]">
            <h2 className="mb-2 text-[14.5px] font-semibold">{column.title}</h2>
            <ul>
              {column.links.map((link) => (
                <li key={link.href}>
                  <Link
                    href={link.href}
                    className="inline-block py-1 text-muted no-underline hover:text-text hover:underline"
                  >
                    {link.label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <p className="border-t border-rule col-span-2 pt-5 text-muted md:col-span-3">
          © <CurrentYear built={builtIn} /> {brand.company}. All rights reserved.
        </p>
      </div>
    </footer>
  );
}
