'use client';
import { useState } from 'react';
import { Dialog } from '@/components/ui/dialog';
import { Failure } from '@/components/ui/failure';
import { useNavigation } from '@/components/ui/navigation-provider';
import { SearchList } from '@/components/ui/search-list';
import type { SearchDialogProps as DialogProps } from '@/components/ui/search-trigger';
import type { DocsTree } from '@/lib/config/docs';
import type { SearchResult } from './search-index';
import { useDocsSearch } from './use-docs-search';

interface SearchDialogProps extends DialogProps {
  tree: DocsTree;
}

/** Searches a docs tree: results while typing, arrow keys to choose, Enter to open. */
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
  const { state, results, retry } = useDocsSearch(tree, query);
  return (
    <SearchList
      className="mt-4"
      groups={[{ options: results.map(optionOf) }]}
      label="Search the documentation"
      message={messageOf(query.trim(), state, results.length)}
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

/** A section under its page's title; the page's other sections follow it, indented. */
function optionOf({ href, page, section, excerpt }: SearchResult, index: number, results: SearchResult[]) {
  const follows = page === results[index - 1]?.page;
  const detail = section && !follows ? page : undefined;
  return { key: href, href, title: section || page, detail, excerpt, indented: follows };
}

function messageOf(query: string, state: 'loading' | 'ready' | 'failed', count: number): string {
  if (state === 'failed') return '';
  if (query === '') return 'Finds titles, text and code.';
  if (state === 'loading') return 'Loading the search...';
  if (count === 0) return `Nothing found for “${query}”.`;
  return `${count} ${count === 1 ? 'result' : 'results'}`;
}
