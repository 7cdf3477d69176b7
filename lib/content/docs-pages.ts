import { type DocsTree, docsTrees } from '@/lib/config/docs';
import { docsSections } from '@/lib/config/docs-sections';
import { docsFrontMatter, readContent } from './content-files';

export interface DocsPage {
  /** The path below the tree's root, '' for the root page. */
  path: string;
  href: string;
  title: string;
  description: string;
  section: string | undefined;
  group: string | undefined;
  /** `YYYY-MM-DD`. */
  updated: string;
  /** Describes what is designed but doesn't run yet. */
  preview: boolean;
  /** MDX, without its front matter. */
  source: string;
}

/**
 * All pages of a tree in reading order: the root page, then section by section.
 * @throws Error that names a file with wrong front matter
 */
export function listDocsPages(tree: DocsTree): DocsPage[] {
  const { root } = docsTrees[tree];
  const sections: readonly string[] = docsSections[tree];
  const place = (section: string | undefined) => (section === undefined ? -1 : sections.indexOf(section));
  return readContent(tree, docsFrontMatter(tree))
    .sort(
      ({ frontMatter: a, slug: aSlug }, { frontMatter: b, slug: bSlug }) =>
        place(a.section) - place(b.section) || (a.order ?? 0) - (b.order ?? 0) || aSlug.localeCompare(bSlug),
    )
    .map(({ slug, frontMatter: { title, description, section, group, updated, status }, source }) => {
      const path = slug === 'index' ? '' : slug;
      const href = path ? `${root}/${path}` : root;
      return {
        path,
        href,
        title,
        description,
        section,
        group,
        updated,
        preview: status === 'preview',
        source,
      };
    });
}

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
