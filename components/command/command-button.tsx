'use client';
import { SearchTrigger } from '@/components/ui/search-trigger';

interface CommandButtonProps {
  tone?: 'paper' | 'ink';
  /** Whether Ctrl K or ⌘ K opens it too; only one button per page. */
  shortcut?: boolean;
}

const importDialog = async () => (await import('./command-menu')).CommandMenu;
const nothing = {};

/** Opens the command menu of the consoles. */
export function CommandButton({ tone = 'paper', shortcut = false }: CommandButtonProps) {
  return (
    <SearchTrigger
      extra={nothing}
      importDialog={importDialog}
      label="Search…"
      shortcut={shortcut}
      tone={tone}
    />
  );
}
