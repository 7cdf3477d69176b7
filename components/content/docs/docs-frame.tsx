import type { ReactNode } from 'react';
import type { DocsTree } from '@/lib/config/docs';
import { docsNavigation } from '@/lib/content/docs-navigation';
import { DocsColumns } from './docs-columns';

/** The frame of every page of a docs tree: its navigation and search. */
export function DocsFrame({ tree, children }: { tree: DocsTree; children: ReactNode }) {
  return (
    <DocsColumns tree={tree} sections={docsNavigation(tree)}>
      {children}
    </DocsColumns>
  );
}
