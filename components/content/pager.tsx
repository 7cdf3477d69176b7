import { Link } from '@/components/ui/link';
import type { DocsLink } from '@/lib/content/docs-pages';

interface PagerProps {
  /** The name of the set of pages, for screen readers. */
  label: string;
  /** The noun for a page, if "Next" alone isn't clear. */
  unit?: string;
  previous: DocsLink | undefined;
  next: DocsLink | undefined;
}

/** Links to the previous and next text; nothing if there's only one. */
export function Pager({ label, unit = '', previous, next }: PagerProps) {
  if (!previous && !next) return null;
  return (
    <nav aria-label={`${label}: previous and next`} className="mt-6 grid gap-3 sm:grid-cols-2">
      {previous && <PagerLink word={`Previous ${unit}`} rel="prev" link={previous} />}
      {next && (
        <PagerLink word={`Next ${unit}`} rel="next" link={next} className="sm:col-start-2 sm:text-right" />
      )}
    </nav>
  );
}

interface PagerLinkProps {
  word: string;
  rel: 'prev' | 'next';
  link: DocsLink;
  className?: string;
}

function PagerLink({ word, rel, link, className = '' }: PagerLinkProps) {
  return (
    <Link
      href={link.href}
      rel={rel}
      className={`block rounded-panel border border-rule px-4 py-3 no-underline hover:border-control ${className}`}
    >
      <span className="block text-[13px] text-muted">{word.trim()}</span>
      <span className="font-semibold wrap-break-word">{link.title}</span>
    </Link>
  );
}
