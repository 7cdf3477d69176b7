import type { ReactNode } from 'react';
import { type DocsTree, docsTrees } from '@/lib/config/docs';
import { docsNavigation } from '@/lib/content/docs-navigation';
import { DocsDrawer, DocsNav } from './docs-nav';
import { SearchButton } from './search-button';

/** The frame of every page of a docs tree: its navigation, on the left or in a drawer, and search. */
export function DocsFrame({ tree, children }: { tree: DocsTree; children: ReactNode }) {
  const { title } = docsTrees[tree];
  const sections = docsNavigation(tree);
  return (
    <div className="grid w-full items-start gap-x-10 lg:grid-cols-[216px_minmax(0,1fr)]">
      <div className="sticky top-0 z-10 -mx-1 flex gap-2 bg-paper px-1 py-3 lg:hidden">
        <DocsDrawer title={title} sections={sections} />
        <div className="min-w-0 grow">
          <SearchButton tree={tree} />
        </div>
      </div>
      <aside
        aria-label={title}
        className="sticky top-0 z-10 max-h-dvh overflow-y-auto overscroll-contain py-8 pr-2 max-lg:hidden"
      >
        <p className="mb-3 font-[650]">{title}</p>
        <div className="mb-6">
          <SearchButton tree={tree} shortcut={tree === 'docs'} />
        </div>
        <DocsNav title={title} sections={sections} />
      </aside>
      {children}
    </div>
  );
}
