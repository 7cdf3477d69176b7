'use client';

import { Dialog as Base } from '@base-ui/react/dialog';
import { type ReactNode, useRef, useState } from 'react';
import { ConfirmDialog } from './alert-dialog';
import { dialogLook } from './dialog-parts';
import { DialogChanges } from './unsaved-changes';

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** `wide` is for lists, and starts at the top of the window. */
  size?: 'narrow' | 'wide';
  /** What gets the focus on closing; by default, what had it before. */
  finalFocus?: () => HTMLElement | null;
  children: ReactNode;
}

/**
 * A modal dialog: Escape and a press outside close it, the focus stays inside and returns afterwards. If a form in it
 * has `UnsavedChanges`, it asks first.
 */
export function Dialog({ open, onOpenChange, title, size = 'narrow', finalFocus, children }: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  const changed = useRef(false);
  const [asking, setAsking] = useState(false);
  const change = (next: boolean) => {
    if (!next && changed.current) setAsking(true);
    else onOpenChange(next);
  };

  return (
    <Base.Root open={open} onOpenChange={change}>
      <Base.Portal>
        <Base.Backdrop className={dialogLook.backdrop} />
        <Base.Viewport className={dialogLook.viewport}>
          <Base.Popup
            className={`${dialogLook.popup} ${dialogLook[size]}`}
            finalFocus={finalFocus && (() => !hasFocusOutside(popup.current) && finalFocus())}
            ref={popup}
          >
            <Base.Title className={dialogLook.title}>{title}</Base.Title>
            <DialogChanges value={changed}>{children}</DialogChanges>
            <ConfirmDialog
              cancelLabel="Keep editing"
              confirmLabel="Discard"
              onConfirm={() => onOpenChange(false)}
              onOpenChange={setAsking}
              open={asking}
              question="Discard your changes?"
            />
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

/** Whether the focus is outside the dialog already, as in a field of the screen that it led to. */
function hasFocusOutside(popup: HTMLElement | null): boolean {
  const { activeElement, body } = document;
  return activeElement !== null && activeElement !== body && !popup?.contains(activeElement);
}
