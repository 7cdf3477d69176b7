'use client';
import { type ComponentType, useEffect, useRef, useSyncExternalStore } from 'react';
import { useLazyDialog, visibleOrMenu } from './use-lazy-dialog';

/** The props of a search's dialog. */
export interface SearchDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  finalFocus: () => HTMLElement | null;
}

interface SearchTriggerProps<Extra> {
  label: string;
  /** Whether Ctrl K or ⌘ K opens it too; only one button per page. */
  shortcut?: boolean;
  tone?: 'paper' | 'ink';
  /** The same function on every render. */
  importDialog: () => Promise<ComponentType<SearchDialogProps & Extra>>;
  /** The dialog's additional props. */
  extra: Extra;
}

const tones = {
  paper: 'border-control bg-white text-muted hover:border-text',
  ink: 'border-rule-dark bg-ink text-on-ink-muted hover:bg-ink-3 hover:text-white',
};

/** Opens a search; all that it searches in is fetched on first use. */
export function SearchTrigger<Extra extends object>({
  label,
  shortcut = false,
  tone = 'paper',
  importDialog,
  extra,
}: SearchTriggerProps<Extra>) {
  const button = useRef<HTMLButtonElement>(null);
  const { Dialog, open, setOpen, show, preload, loading, failed } = useLazyDialog(importDialog);
  const keys = useSyncExternalStore(never, shortcutKeys, () => 'Ctrl K');

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
        className={`flex h-[34px] w-full cursor-pointer items-center justify-between gap-3 whitespace-nowrap rounded-control border px-3 text-[14px] max-[359px]:px-1.5 ${tones[tone]}`}
        aria-haspopup="dialog"
        aria-keyshortcuts={shortcut ? 'Control+K Meta+K' : undefined}
        aria-busy={loading || undefined}
        onClick={show}
        onPointerEnter={preload}
        onFocus={preload}
      >
        {loading ? 'Opening...' : label}
        {shortcut && (
          <kbd
            className={`rounded-[4px] border px-1.5 font-mono text-[11px] ${tone === 'ink' ? 'border-rule-dark' : 'border-rule'}`}
          >
            {keys}
          </kbd>
        )}
      </button>
      {failed && (
        <p role="alert" className={`mt-2 text-[14px] ${tone === 'ink' ? 'text-amber-glow' : 'text-red'}`}>
          Search couldn't be loaded. Try again.
        </p>
      )}
      {Dialog && (
        <Dialog
          {...extra}
          open={open}
          onOpenChange={setOpen}
          finalFocus={() => visibleOrMenu(button.current)}
        />
      )}
    </>
  );
}

const never = () => () => undefined;
const shortcutKeys = () => (/Mac|iP(ad|hone)/.test(navigator.platform) ? '⌘ K' : 'Ctrl K');

/** Whether a key pressed there belongs to a field, an editor, or a dialog. */
const isTaken = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest('input, textarea, dialog, [role=dialog], [role=alertdialog]') !== null);
