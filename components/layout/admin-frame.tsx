import type { ReactNode } from 'react';
import { AdminNav } from './admin-nav';
import { ScrollToTop } from './scroll-to-top';
import { SiteHeader } from './site-header';
import { SkipLink } from './skip-link';

interface AdminFrameProps {
  /** Opens the command menu: above the console's pages, in the sidebar and in the menu of small screens. */
  search: ReactNode;
  menuSearch: ReactNode;
  children: ReactNode;
}

/** The frame of every page of the console: the site's header, and the console's navigation next to the content. */
export function AdminFrame({ search, menuSearch, children }: AdminFrameProps) {
  return (
    <div className="flex min-h-dvh flex-col max-lg:[--below-header:61px]">
      <SkipLink />
      <ScrollToTop />
      <SiteHeader menu={<AdminNav search={menuSearch} />} wide />
      <div className="grow lg:grid lg:grid-cols-[232px_minmax(0,1fr)] print:block">
        <div className="bg-black max-lg:hidden print:hidden">
          <div className="sticky top-0 max-h-dvh overflow-y-auto overscroll-contain px-3 py-6">
            <AdminNav search={search} />
          </div>
        </div>
        <main
          className="mx-auto w-full min-w-0 max-w-[clamp(1200px,86vw,2000px)] px-5 pt-7 pb-20 outline-none sm:px-8 lg:px-10 lg:pt-9 print:p-0"
          id="main"
          tabIndex={-1}
        >
          {children}
        </main>
      </div>
    </div>
  );
}
