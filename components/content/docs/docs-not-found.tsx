'use client';
import { useEffect, useState } from 'react';
import { SessionGuard } from '@/components/auth/session-guard';
import { CommandButton } from '@/components/command/command-button';
import { DashboardNav } from '@/components/layout/dashboard-nav';
import { LinkButton } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { type DocsTree, docsTrees } from '@/lib/config/docs';
import type { DocsLink, DocsSection } from '@/lib/content/docs-pages';
import { DocsColumns } from './docs-columns';
import { fetchEntries, nearestPages } from './search-index';

interface DocsNotFoundProps {
  tree: DocsTree;
  /** The requested path, below the tree's root. */
  path: string;
}

/**
 * A docs page that doesn't exist, in its tree's frame, with the pages that have the most similar names
 * (docs/product.md, "Docs").
 */
export function DocsNotFound({ tree, path }: DocsNotFoundProps) {
  const sections = useSections(tree);
  const content = (
    <DocsColumns tree={tree} sections={sections}>
      <Message tree={tree} path={path} />
    </DocsColumns>
  );
  if (tree === 'docs') return <div className="wrap min-h-svh">{content}</div>;
  return (
    <>
      <DashboardNav search={<CommandButton shortcut />} />
      <div className="wrap min-h-svh w-full pt-10 pb-20">
        <SessionGuard>{content}</SessionGuard>
      </div>
    </>
  );
}

/** The tree's navigation; empty until it has been fetched, or if it can't be. */
function useSections(tree: DocsTree): DocsSection[] {
  const [sections, setSections] = useState<DocsSection[]>([]);
  useEffect(() => {
    let wanted = true;
    fetch(`${docsTrees[tree].root}/navigation.json`)
      .then((response) => (response.ok ? response.json() : []))
      // The message and the search are complete without it, so a failure isn't shown.
      .catch(() => [])
      .then((fetched: DocsSection[]) => wanted && setSections(fetched));
    return () => {
      wanted = false;
    };
  }, [tree]);
  return sections;
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
    <div className="min-w-0 pt-4 pb-16 lg:pt-8">
      <h1 className="max-w-[32ch] text-[30px] leading-[1.15] font-semibold tracking-[-0.02em] wrap-anywhere">
        {notFound(path)}
      </h1>
      <div className="mt-6">
        <LinkButton href={root}>{title}</LinkButton>
      </div>
      {/* Last: they come later, and nothing moves. */}
      {nearest.length > 0 && (
        <>
          <h2 className="mt-8 text-[17px] font-semibold">Perhaps you meant</h2>
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
    </div>
  );
}
