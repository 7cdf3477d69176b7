'use client';
import { useState } from 'react';
import { AlertDialog } from './alert-dialog';
import { Button } from './button';
import { DialogActions } from './dialog-parts';
import { MarkedText } from './marked-text';

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
