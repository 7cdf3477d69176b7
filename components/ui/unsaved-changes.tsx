'use client';
import { createContext, type RefObject, useContext, useEffect } from 'react';
import { LeaveGuard } from './leave-guard';

/** Whether a form in the dialog has changes that closing would lose. */
export const DialogChanges = createContext<RefObject<boolean> | null>(null);

/**
 * Stands in a form, and asks before what was typed there is lost: before the page is left, and before a press beside
 * the form's dialog or Escape closes it. Cancel doesn't ask: it says what it does.
 * @param when the form has changes that aren't saved
 */
export function UnsavedChanges({ when }: { when: boolean }) {
  const dialog = useContext(DialogChanges);
  useEffect(() => {
    if (!dialog) return;
    dialog.current = when;
    return () => {
      dialog.current = false;
    };
  }, [dialog, when]);
  return when && <LeaveGuard loss="Your changes haven't been saved." />;
}
