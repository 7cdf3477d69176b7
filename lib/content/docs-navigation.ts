import type { DocsTree } from '@/lib/config/docs';
import { docsSections } from '@/lib/config/docs-sections';
import { type DocsPage, listDocsPages } from './docs-pages';

export interface DocsLink {
  title: string;
  href: string;
}

/** A section of a tree's navigation; pages of a group are listed together under its name. */
export interface DocsSection {
  title: string;
  pages: (DocsLink & {
    group?: string;
    /** Describes what doesn't run yet. */
    preview?: boolean;
  })[];
}

/** The side navigation of a tree's pages: its sections in order, without the root page and empty sections. */
export function docsNavigation(tree: DocsTree): DocsSection[] {
  const pages = listDocsPages(tree);
  return docsSections[tree]
    .map((title) => ({
      title,
      pages: pages
        .filter((page) => page.section === title)
        .map((page) => ({
          title: page.title,
          href: page.href,
          ...(page.group && { group: page.group }),
          ...(page.preview && { preview: true }),
        })),
    }))
    .filter((section) => section.pages.length > 0);
}

/** A page and those before and after it in reading order; undefined if there is no such page. */
export function findDocsPage(
  tree: DocsTree,
  path: string,
): { page: DocsPage; previous: DocsPage | undefined; next: DocsPage | undefined } | undefined {
  const pages = listDocsPages(tree);
  const index = pages.findIndex((page) => page.path === path);
  const page = pages[index];
  return page && { page, previous: pages[index - 1], next: pages[index + 1] };
}

/** The parameters of every page below a tree's root, for its catch-all route. */
export function docsPaths(tree: DocsTree): { path: string[] }[] {
  return listDocsPages(tree).flatMap(({ path }) => (path ? [{ path: path.split('/') }] : []));
}
