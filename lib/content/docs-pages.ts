import { type DocsTree, docsTrees } from '@/lib/config/docs';
import { docsSections } from '@/lib/config/docs-sections';
import { readContent } from './content-files';
import { docsFrontMatter } from './front-matter';

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
