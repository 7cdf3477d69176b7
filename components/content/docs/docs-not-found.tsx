'use client';
import { useEffect, useState } from 'react';
import { SessionGuard } from '@/components/auth/session-guard';
import { Link } from '@/components/ui/link';
import { LinkButton } from '@/components/ui/link-button';
import { type DocsTree, docsTrees } from '@/lib/config/docs';
import type { DocsLink } from '@/lib/content/docs-navigation';
import { fetchEntries, nearestPages } from './search-index';

interface DocsNotFoundProps {
  tree: DocsTree;
  /** The requested path, below the tree's root. */
  path: string;
}

/** A docs page that doesn't exist: SPEC's words, and the pages with the most similar names. */
export function DocsNotFound({ tree, path }: DocsNotFoundProps) {
  const content = <Message tree={tree} path={path} />;
  return tree === 'devdocs' ? <SessionGuard>{content}</SessionGuard> : content;
}

function Message({ tree, path }: DocsNotFoundProps) {
  const { title, root, notFound } = docsTrees[tree];
  const [nearest, setNearest] = useState<DocsLink[]>([]);

  useEffect(() => {
    let wanted = true;
    // The message is complete without them, so a failure isn't shown.
    fetchEntries(tree)
      .catch(() => [])
      .then((entries) => wanted && setNearest(nearestPages(entries, path)));
    return () => {
      wanted = false;
    };
  }, [tree, path]);

  return (
    <>
      <h1 className="max-w-[32ch] text-[30px] leading-[1.15] font-semibold tracking-[-0.02em] wrap-anywhere">
        {notFound(path)}
      </h1>
      {nearest.length > 0 && (
        <>
          <h2 className="mt-7 text-[17px] font-semibold">Perhaps you meant</h2>
          <ul className="mt-2">
            {nearest.map((page) => (
              <li key={page.href}>
                <Link
                  href={page.href}
                  className="inline-block py-1 text-signal-ink underline underline-offset-3"
                >
                  {page.title}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      <div className="mt-8">
        <LinkButton href={root}>{title}</LinkButton>
      </div>
    </>
  );
}
