'use client';

import { useRouter } from 'next/navigation';
import { type KeyboardEvent, useId, useState, useTransition } from 'react';
import { LoadingNote } from '@/components/content/page-link';
import { Dialog } from '@/components/ui/dialog';
import { Failure } from '@/components/ui/failure';
import { Input } from '@/components/ui/input';
import { type DocsTree, docsTrees } from '@/lib/config/docs';
import { SearchResults } from './search-results';
import { useSearch } from './use-search';

interface SearchDialogProps {
  tree: DocsTree;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  finalFocus: () => HTMLElement | null;
}

/** Search over a docs tree: results as one types, arrow keys to choose, Enter to go there. */
export function SearchDialog({ tree, open, onOpenChange, finalFocus }: SearchDialogProps) {
  const router = useRouter();
  const [following, startFollowing] = useTransition();
  const follow = (href: string) => {
    onOpenChange(false);
    startFollowing(() => router.push(href));
  };

  return (
    <>
      <Dialog open={open} onOpenChange={onOpenChange} title="Search" size="wide" finalFocus={finalFocus}>
        <SearchForm tree={tree} onFollow={follow} />
      </Dialog>
      {following && <LoadingNote text={docsTrees[tree].loading} />}
    </>
  );
}

function SearchForm({ tree, onFollow }: { tree: DocsTree; onFollow: (href: string) => void }) {
  const id = useId();
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const { state, results, retry } = useSearch(tree, query);

  const move = (event: KeyboardEvent) => {
    // These keys are the input method's; Safari calls the Enter that ends a composition none, but gives it code 229.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && results.length > 0) {
      event.preventDefault();
      setChosen((chosen + step + results.length) % results.length);
    }
    const result = results[chosen];
    if (event.key === 'Enter' && result) {
      event.preventDefault();
      onFollow(result.href);
    }
  };

  return (
    <>
      <Input
        autoFocus
        type="search"
        role="combobox"
        aria-label="Search the documentation"
        aria-expanded={results.length > 0}
        aria-controls={id}
        aria-activedescendant={results.length > 0 ? `${id}-${chosen}` : undefined}
        autoComplete="off"
        placeholder="A word, an option, an error code"
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setChosen(0);
        }}
        onKeyDown={move}
        className="mt-4"
      />
      {state === 'failed' ? (
        <Failure message="The search could not be loaded." onRetry={retry} className="mt-4" />
      ) : (
        <SearchResults
          id={id}
          query={query}
          state={state}
          results={results}
          chosen={chosen}
          onFollow={onFollow}
        />
      )}
    </>
  );
}
