'use client';
import { useState } from 'react';
import { useSession } from '@/components/auth/session-provider';
import { Dialog } from '@/components/ui/dialog';
import { useNavigation } from '@/components/ui/navigation-provider';
import { Failure } from '@/components/ui/outcome';
import { type SearchGroup, SearchList, type SearchOption } from '@/components/ui/search-list';
import type { SearchDialogProps as DialogProps } from '@/components/ui/search-trigger';
import { type DocsTree, docsTrees } from '@/lib/config/docs';
import { helpfulPages } from '@/lib/config/docs-search';
import { type SearchResult, treeOf } from './search-index';
import { useDocsSearch } from './use-docs-search';

interface SearchDialogProps extends DialogProps {
  /** The tree from which it is opened; results of the other one name theirs. */
  tree: DocsTree;
}

/** Searches the documentation: results while typing, arrow keys to choose, Enter to open. */
export function SearchDialog({ tree, open, onOpenChange, finalFocus }: SearchDialogProps) {
  const { push } = useNavigation();
  const follow = (href: string) => {
    onOpenChange(false);
    push(href);
  };

  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Search" size="wide" finalFocus={finalFocus}>
      <SearchForm tree={tree} onFollow={follow} />
    </Dialog>
  );
}

function SearchForm({ tree, onFollow }: { tree: DocsTree; onFollow: (href: string) => void }) {
  const [query, setQuery] = useState('');
  const { state, results, retry } = useDocsSearch(query);
  const { loading, user } = useSession();
  const isSignedOut = !loading && user === null;
  const words = query.trim();
  const listed = isSignedOut ? publicFirst(results) : results;
  const isNothingFound = words !== '' && state === 'ready' && results.length === 0;
  return (
    <SearchList
      className="mt-4"
      groups={
        isNothingFound ? [helpful(isSignedOut)] : [{ options: listed.map(optionIn(tree, isSignedOut)) }]
      }
      label="Search the documentation"
      message={messageOf(words, state, results.length)}
      onChoose={({ href }) => href && onFollow(href)}
      onQuery={setQuery}
      placeholder="A word, an option, an error code"
      query={query}
    >
      {state === 'failed' && (
        <Failure message="The search couldn't be loaded." onRetry={retry} className="mt-4" />
      )}
    </SearchList>
  );
}

const helpful = (isSignedOut: boolean): SearchGroup => ({
  title: 'Start here',
  options: [
    ...helpfulPages.map(({ href, title }) => ({
      ...{ key: href, href, title },
      detail: isSignedOut && treeOf(href) === 'devdocs' ? forSignedIn : undefined,
    })),
    { key: 'contact', href: '/contact', title: 'Contact', detail: 'Ask the people who make Switchyard.' },
  ],
});

/** The results with those last that a signed-out reader can't open. */
const publicFirst = (results: readonly SearchResult[]): SearchResult[] => [
  ...results.filter(({ tree }) => tree !== 'devdocs'),
  ...results.filter(({ tree }) => tree === 'devdocs'),
];

/** Marks what a signed-out reader can't open. */
const forSignedIn = 'Sign in to read';

/** A section under its page's title; the page's other sections follow it, indented. */
const optionIn =
  (tree: DocsTree, isSignedOut: boolean) =>
  (
    { href, page, pageHref, section, excerpt, isFound, ...found }: SearchResult,
    index: number,
    results: SearchResult[],
  ): SearchOption => {
    const follows = pageHref === results[index - 1]?.pageHref;
    const places = [
      found.tree !== tree && docsTrees[found.tree].title,
      section && page,
      isSignedOut && found.tree === 'devdocs' && forSignedIn,
    ];
    const detail = follows ? undefined : places.filter(Boolean).join(' · ') || undefined;
    return { key: href, href, title: section || page, detail, excerpt, isFound, indented: follows };
  };

function messageOf(query: string, state: 'loading' | 'ready' | 'failed', count: number): string {
  if (state === 'failed') return '';
  if (query === '') return 'Finds titles, text and code.';
  if (state === 'loading') return 'Loading the search...';
  if (count === 0) return `Nothing found for “${query}”.`;
  return `${count} ${count === 1 ? 'result' : 'results'}`;
}
