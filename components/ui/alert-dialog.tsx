'use client';

import { AlertDialog as Base } from '@base-ui/react/alert-dialog';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from './button';
import { DialogActions, dialogLook } from './dialog-parts';
import { Failure } from './failure';

interface AlertDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The message or question; with it the dialog is announced. */
  title: ReactNode;
  /** What gets the focus on opening; by default, the first control. */
  initialFocus?: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/** A modal that needs an answer: Escape closes it, a press outside doesn't. */
export function AlertDialog({ open, onOpenChange, title, initialFocus, children }: AlertDialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        {/* Over another dialog too: without its own backdrop the two would blend. */}
        <Base.Backdrop className={dialogLook.backdrop} forceRender />
        <Base.Viewport className={dialogLook.viewport}>
          <Base.Popup className={`${dialogLook.popup} ${dialogLook.narrow}`} initialFocus={initialFocus}>
            <Base.Title className={dialogLook.title}>{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  question: ReactNode;
  /** What confirming does. */
  body?: ReactNode;
  /** Whether the consequences have loaded; nothing can be confirmed before. */
  ready?: boolean;
  /** Shown below the body. */
  children?: ReactNode;
  /** Names the action: Delete. */
  confirmLabel: string;
  cancelLabel?: string;
  /** Runs the action. The dialog closes on success; an error is shown, and the action can be tried again. */
  onConfirm: () => Promise<void> | void;
  tone?: 'danger' | 'dark';
  /** A ref to the cancel button, for a caller that moves the focus to it. */
  cancelButton?: RefObject<HTMLButtonElement | null>;
}

/** Asks before an action, with the focus on the cancel button; shows that the action is running, and if it failed. */
export function ConfirmDialog({
  open,
  onOpenChange,
  question,
  body,
  confirmLabel,
  cancelLabel = 'Keep',
  onConfirm,
  tone = 'danger',
  ready = true,
  cancelButton: givenCancelButton,
  children,
}: ConfirmDialogProps) {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const confirmButton = useRef<HTMLButtonElement>(null);
  const ownCancelButton = useRef<HTMLButtonElement>(null);
  const cancelButton = givenCancelButton ?? ownCancelButton;

  useEffect(() => {
    // The button lost the focus while it was disabled.
    if (failure) confirmButton.current?.focus();
  }, [failure]);

  const change = (next: boolean) => {
    if (pending) return;
    setFailure(null);
    onOpenChange(next);
  };
  const confirm = async () => {
    setPending(true);
    setFailure(null);
    try {
      await onConfirm();
      onOpenChange(false);
    } catch (error) {
      setFailure(error instanceof Error && error.message ? error.message : "That didn't work. Try again.");
    } finally {
      setPending(false);
    }
  };

  return (
    <AlertDialog open={open} onOpenChange={change} title={question} initialFocus={cancelButton}>
      {body && <Base.Description className={dialogLook.description}>{body}</Base.Description>}
      {children}
      {failure && <Failure message={failure} className="mt-4" />}
      <DialogActions>
        <Button
          ref={confirmButton}
          variant={tone === 'danger' ? 'danger-filled' : tone}
          disabled={!ready}
          pending={pending}
          onClick={confirm}
        >
          {confirmLabel}
        </Button>
        <Button ref={cancelButton} variant="line" disabled={pending} onClick={() => change(false)}>
          {cancelLabel}
        </Button>
      </DialogActions>
    </AlertDialog>
  );
}
