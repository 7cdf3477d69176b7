import { PageLink } from '@/components/content/page-link';
import { type DocsTree, docsTrees } from '@/lib/config/docs';
import type { DocsPage } from '@/lib/content/docs-pages';

/** Where a page stands: its tree and section. The root page has none. */
export function DocsBreadcrumbs({ tree, page }: { tree: DocsTree; page: DocsPage }) {
  const { title, root } = docsTrees[tree];
  if (page.path === '') return null;
  return (
    <nav aria-label="Breadcrumbs" className="mb-3 text-[14px] text-muted">
      <ol className="flex flex-wrap gap-x-2">
        <li>
          <PageLink href={root} className="no-underline hover:text-text hover:underline">
            {title}
          </PageLink>
        </li>
        {[page.section, page.group].map(
          (name) =>
            name && (
              <li key={name} className="before:mr-2 before:content-['/']">
                {name}
              </li>
            ),
        )}
      </ol>
    </nav>
  );
}
