import type { ReactNode } from 'react';
import { SiteFooter } from './site-footer';
import { SiteHeader } from './site-header';
import { SkipLink } from './skip-link';

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
