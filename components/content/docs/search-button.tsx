'use client';
import { useEffect, useRef } from 'react';
import { useLazyDialog } from '@/components/ui/use-lazy-dialog';
import type { DocsTree } from '@/lib/config/docs';

interface SearchButtonProps {
  tree: DocsTree;
  /** Whether Ctrl K or ⌘ K opens it too; only one button per page. */
  shortcut?: boolean;
}

const importDialog = async () => (await import('./search-dialog')).SearchDialog;

/** Opens the search of a docs tree; the dialog and its index are fetched on first use. */
export function SearchButton({ tree, shortcut = false }: SearchButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const { Dialog, open, setOpen, show, preload, loading, failed } = useLazyDialog(importDialog);

  useEffect(() => {
    if (!shortcut) return;
    const openOnKey = (event: KeyboardEvent) => {
      // Autofill sends key events without a key.
      if (event.key?.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      if (event.defaultPrevented || isTaken(event.target)) return;
      event.preventDefault();
      void show();
    };
    document.addEventListener('keydown', openOnKey);
    return () => document.removeEventListener('keydown', openOnKey);
  }, [shortcut, show]);

  return (
    <>
      <button
        ref={button}
        type="button"
        className="flex h-[34px] w-full cursor-pointer items-center justify-between gap-3 rounded-control border border-control bg-white px-3 text-[14px] text-muted hover:border-text"
        aria-haspopup="dialog"
        aria-busy={loading || undefined}
        onClick={show}
        onPointerEnter={preload}
        onFocus={preload}
      >
        Search
        {shortcut && (
          <kbd className="rounded-[4px] border border-rule px-1.5 font-mono text-[11px]">Ctrl K</kbd>
        )}
      </button>
      {failed && (
        <p role="alert" className="mt-2 text-[14px] text-red">
          The search couldn't be loaded. Please try again.
        </p>
      )}
      {Dialog && <Dialog tree={tree} open={open} onOpenChange={setOpen} finalFocus={() => button.current} />}
    </>
  );
}

/** Whether a key pressed there belongs to a field, an editor, or a dialog. */
const isTaken = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest('input, textarea, dialog, [role=dialog], [role=alertdialog]') !== null);
