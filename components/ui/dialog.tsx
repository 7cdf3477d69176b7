'use client';
import { AlertDialog as BaseAlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { createContext, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from './button';
import { Failure } from './outcome';

/** Whether a form in the dialog has changes that closing would lose. */
export const DialogChanges = createContext<RefObject<boolean> | null>(null);

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** `wide` is for lists, and starts at the top of the window. */
  size?: 'narrow' | 'wide';
  /** Gets the focus on closing; by default, the element that had it before. */
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
    <BaseDialog.Root open={open} onOpenChange={change}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={dialogLook.backdrop} />
        <BaseDialog.Viewport className={dialogLook.viewport}>
          <BaseDialog.Popup
            className={`${dialogLook.popup} ${dialogLook[size]}`}
            finalFocus={finalFocus && (() => !hasFocusOutside(popup.current) && finalFocus())}
            ref={popup}
          >
            <BaseDialog.Title className={dialogLook.title}>{title}</BaseDialog.Title>
            <DialogChanges value={changed}>{children}</DialogChanges>
            <ConfirmDialog
              cancelLabel="Keep editing"
              confirmLabel="Discard"
              onConfirm={() => onOpenChange(false)}
              onOpenChange={setAsking}
              open={asking}
              question="Discard your changes?"
            />
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

/** Whether the focus is outside the dialog already, as in a field of the screen that it led to. */
function hasFocusOutside(popup: HTMLElement | null): boolean {
  const { activeElement, body } = document;
  return activeElement !== null && activeElement !== body && !popup?.contains(activeElement);
}

interface AlertDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The message or question; with it the dialog is announced. */
  title: ReactNode;
  /** Gets the focus on opening; by default, the first control. */
  initialFocus?: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/** A modal that requires a choice: Escape closes it, a press outside doesn't. */
function AlertDialog({ open, onOpenChange, title, initialFocus, children }: AlertDialogProps) {
  return (
    <BaseAlertDialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <BaseAlertDialog.Portal>
        {/* Over another dialog too: without its own backdrop the two would blend. */}
        <BaseAlertDialog.Backdrop className={dialogLook.backdrop} forceRender />
        <BaseAlertDialog.Viewport className={dialogLook.viewport}>
          <BaseAlertDialog.Popup
            className={`${dialogLook.popup} ${dialogLook.narrow}`}
            initialFocus={initialFocus}
          >
            <BaseAlertDialog.Title className={dialogLook.title}>{title}</BaseAlertDialog.Title>
            {children}
          </BaseAlertDialog.Popup>
        </BaseAlertDialog.Viewport>
      </BaseAlertDialog.Portal>
    </BaseAlertDialog.Root>
  );
}

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  question: ReactNode;
  /** The effect of confirming. */
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
      {body && (
        <BaseAlertDialog.Description className={dialogLook.description}>{body}</BaseAlertDialog.Description>
      )}
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

/** An alert with one message, until it's closed; hidden if the message is null. */
export function MessageDialog({ message, onClose }: { message: string | null; onClose: () => void }) {
  // The last message stays readable while the dialog fades out.
  const [last, setLast] = useState(message);
  if (message !== null && message !== last) setLast(message);
  return (
    <AlertDialog
      onOpenChange={(open) => !open && onClose()}
      open={message !== null}
      title={
        <span className="wrap-anywhere">
          <MarkedText text={last ?? ''} />
        </span>
      }
    >
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </AlertDialog>
  );
}

/** The looks of the backdrop and the panel, which dialogs and alert dialogs share. */
export const dialogLook = {
  backdrop:
    'fixed inset-0 z-40 bg-ink/55 transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0 motion-reduce:transition-none',
  viewport: 'fixed inset-0 z-50 grid place-items-center overflow-y-auto p-4',
  popup:
    'w-full rounded-dialog border border-rule bg-white px-7 py-6.5 text-text shadow-[0_30px_80px_-20px_#0b121088] transition duration-150 data-ending-style:opacity-0 data-starting-style:translate-y-1.5 data-starting-style:opacity-0 motion-reduce:transition-none max-sm:px-5',
  narrow: 'max-w-[430px]',
  wide: 'max-w-[640px] self-start sm:mt-[8vh]',
  title: 'text-[20px] leading-tight font-semibold tracking-[-0.02em]',
  description: 'mt-2 text-[15px] text-muted',
};

/** The row of buttons at the end of a dialog, its action first. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-5.5 flex flex-wrap gap-2.5 max-sm:*:grow">{children}</div>;
}

const crossMark = '❌';

/**
 * A text; the cross mark at its start (docs/product.md, "Error texts") is drawn, because not every system has the
 * character. The drawing has the character's name.
 */
function MarkedText({ text }: { text: string }) {
  if (!text.startsWith(crossMark)) return text;
  return (
    <>
      <svg
        role="img"
        aria-label={crossMark}
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="3.2"
        strokeLinecap="round"
        className="inline-block size-[0.82em] align-[-0.04em] text-red"
      >
        <path d="M2.4 2.4l11.2 11.2M13.6 2.4L2.4 13.6" />
      </svg>
      {text.slice(crossMark.length)}
    </>
  );
}
