import { MdxBody } from '@/components/content/mdx-body';
import { TableOfContents } from '@/components/content/table-of-contents';
import type { LegalPage } from '@/lib/content/legal-pages';
import { headingsOf } from '@/lib/content/outline';
import { formatDate } from '@/lib/format/date';

/** A legal text with the date of its last change and, on wide screens, its table of contents. */
export function LegalScreen({ page: { title, updated, source } }: { page: LegalPage }) {
  return (
    <div className="wrap grid items-start gap-x-10 pt-12 pb-20 lg:pt-16 xl:grid-cols-[minmax(0,1fr)_232px]">
      <article className="max-w-[72ch] min-w-0">
        <h1 className="text-[34px] leading-[1.15] font-[680] tracking-[-0.02em]">{title}</h1>
        <p className="mt-3 mb-8 text-[14px] text-muted">
          Last updated <time dateTime={updated}>{formatDate(updated)}</time>
        </p>
        <MdxBody source={source} />
      </article>
      <TableOfContents headings={headingsOf(source)} />
    </div>
  );
}
