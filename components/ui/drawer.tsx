'use client';

import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from './button';

interface DrawerProps {
  open: boolean;
  onClose: () => void;
  /** Names the drawer for screen readers, and is shown at its top. */
  title: string;
  children: ReactNode;
}

/** A panel at the left edge over the page: a native modal dialog, so Escape closes it and the focus stays inside. */
export function Drawer({ open, onClose, title, children }: DrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const element = dialog.current;
    if (open && !element?.open) element?.showModal();
    if (!open) element?.close();
  }, [open]);

  return (
    <dialog
      ref={dialog}
      aria-label={title}
      onClose={onClose}
      closedby="any"
      className="m-0 h-dvh max-h-none w-[min(320px,86vw)] overflow-y-auto overscroll-contain bg-paper text-text backdrop:bg-ink/55"
    >
      {open && (
        <div className="px-5 py-4">
          <div className="mb-3 flex items-center justify-between">
            <p className="font-[650]">{title}</p>
            <Button variant="line" size="small" onClick={onClose}>
              Close
            </Button>
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
}
