import type { ReactNode } from 'react';
import { type DocsTree, docsTrees } from '@/lib/config/docs';
import type { DocsSection } from '@/lib/content/docs-pages';
import { DocsDrawer, DocsNav, SearchButton } from './docs-nav';

interface DocsColumnsProps {
  tree: DocsTree;
  sections: DocsSection[];
  children: ReactNode;
}

/** A docs tree's navigation, on the left or in a drawer, its search, and the content next to them. */
export function DocsColumns({ tree, sections, children }: DocsColumnsProps) {
  const { title } = docsTrees[tree];
  return (
    <div className="grid w-full items-start gap-x-10 lg:grid-cols-[216px_minmax(0,1fr)]" data-docs="">
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
