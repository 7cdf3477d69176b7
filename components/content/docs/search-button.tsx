'use client';
import { SearchTrigger } from '@/components/ui/search-trigger';
import type { DocsTree } from '@/lib/config/docs';

interface SearchButtonProps {
  tree: DocsTree;
  /** Whether Ctrl K or ⌘ K opens it too: only where the keys don't open the command menu. */
  shortcut?: boolean;
}

const importDialog = async () => (await import('./search-dialog')).SearchDialog;

/** Opens the search of a docs tree. */
export function SearchButton({ tree, shortcut = false }: SearchButtonProps) {
  return (
    <SearchTrigger extra={{ tree }} importDialog={importDialog} label="Search docs" shortcut={shortcut} />
  );
}
