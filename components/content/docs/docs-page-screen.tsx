import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import type { ReactNode } from 'react';
import { CopyPage } from '@/components/content/copy-actions';
import { MdxBody } from '@/components/content/mdx-body';
import { Pager } from '@/components/content/pager';
import { ContentsDisclosure, TableOfContents } from '@/components/content/table-of-contents';
import { Link } from '@/components/ui/link';
import { ScrollToHash } from '@/components/ui/scroll-to';
import { type DocsTree, docsTrees } from '@/lib/config/docs';
import { pageMetadata } from '@/lib/config/page-metadata';
import { type DocsPage, docsNavigation, findDocsPage } from '@/lib/content/docs-pages';
import { headingsOf } from '@/lib/content/outline';
import { formatDate } from '@/lib/format/date';
import { DocsColumns } from './docs-columns';

/** One page of a docs tree: its section, its text, the date of its last update, and links to the next pages. */
export function DocsPageScreen({ tree, path }: { tree: DocsTree; path: string }) {
  const found = findDocsPage(tree, path);
  if (!found) notFound();
  const { page, previous, next } = found;
  const headings = headingsOf(page.source);
  return (
    <div className="grid min-w-0 items-start gap-x-10 xl:grid-cols-[minmax(0,1fr)_196px]">
      <article className="@container/docs-page min-w-0 pt-4 pb-16 lg:pt-8">
        <DocsBreadcrumbs tree={tree} page={page} />
        <h1 className="text-[34px] leading-[1.15] font-[680] tracking-[-0.02em]">{page.title}</h1>
        <p className="mt-3 max-w-[62ch] text-[17px] text-muted">{page.description}</p>
        {page.preview && (
          <p className="mt-4 inline-block rounded-control border border-rule bg-paper-2 px-3 py-1.5 text-[14px]">
            <strong className="font-semibold">Preview.</strong> This page describes what is designed and
            doesn't run yet.
          </p>
        )}
        <CopyPage markdown={`${page.href}.md`} />
        <ContentsDisclosure headings={headings} />
        <MdxBody source={page.source} />
        <p className="mt-12 text-[14px] text-muted">
          Last updated <time dateTime={page.updated}>{formatDate(page.updated)}</time>
        </p>
        <Pager label={docsTrees[tree].title} previous={previous} next={next} />
      </article>
      <TableOfContents headings={headings} />
      <ScrollToHash />
    </div>
  );
}

/** A page's tree and section; nothing for the root page. */
function DocsBreadcrumbs({ tree, page }: { tree: DocsTree; page: DocsPage }) {
  const { title, root } = docsTrees[tree];
  if (page.path === '') return null;
  return (
    <nav aria-label="Breadcrumbs" className="mb-3 text-[14px] text-muted">
      <ol className="flex flex-wrap gap-x-2">
        <li>
          <Link href={root} className="no-underline hover:text-text hover:underline">
            {title}
          </Link>
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

/** Title and description of a page of a tree, and for a public one the data of previews; empty if there's no such page. */
export function docsMetadata(tree: DocsTree, path: string): Metadata {
  const found = findDocsPage(tree, path);
  if (!found) return {};
  const { description } = found.page;
  const tab = docsTrees[tree].title;
  const title = path ? `${found.page.title} - ${tab}` : tab;
  return tree === 'docs' ? pageMetadata({ title, description }) : { title, description };
}

/** The frame of every page of a docs tree: its navigation and search. */
export function DocsFrame({ tree, children }: { tree: DocsTree; children: ReactNode }) {
  return (
    <DocsColumns tree={tree} sections={docsNavigation(tree)}>
      {children}
    </DocsColumns>
  );
}
