import type { ReactNode } from 'react';
import { ScrollToTop } from '@/components/ui/scroll-to';
import { brand } from '@/lib/config/brand';
import { adminNavigation } from '@/lib/config/navigation';
import { version } from '@/lib/config/releases';
import { type LinkMarks, NavGroups } from './nav-links';
import { SiteHeader, SkipLink } from './site-header';

interface AdminFrameProps {
  /** Opens the command menu: above the console's pages, in the sidebar and in the menu of small screens. */
  search: ReactNode;
  menuSearch: ReactNode;
  /** In the sidebar and in the menu. */
  marks: LinkMarks;
  menuMarks: LinkMarks;
  children: ReactNode;
}

/** The frame of every page of the console: the site's header, and the console's navigation next to the content. */
export function AdminFrame({ search, menuSearch, marks, menuMarks, children }: AdminFrameProps) {
  return (
    <div className="flex min-h-dvh flex-col max-lg:[--below-header:61px]">
      <SkipLink />
      <ScrollToTop />
      <SiteHeader menu={<AdminNav marks={menuMarks} search={menuSearch} />} wide />
      <div className="grow lg:grid lg:grid-cols-[232px_minmax(0,1fr)] print:block">
        <div className="bg-black max-lg:hidden print:hidden">
          <div className="sticky top-0 max-h-dvh overflow-y-auto overscroll-contain px-3 py-6">
            <AdminNav marks={marks} search={search} />
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

/** The console's pages in their groups, on black or ink, between what opens the command menu and the version. */
function AdminNav({ search, marks }: { search: ReactNode; marks: LinkMarks }) {
  return (
    <nav aria-label={brand.consoleTitle}>
      <p className="mb-3 px-2.5 font-[650] text-[15px] text-white folded:px-0">{brand.consoleTitle}</p>
      <div className="mb-3">{search}</div>
      <NavGroups groups={adminNavigation} marks={marks} />
      <p className="mt-6 px-2.5 text-[13px] text-on-ink-muted folded:px-0">
        {brand.name} {version}
      </p>
    </nav>
  );
}
