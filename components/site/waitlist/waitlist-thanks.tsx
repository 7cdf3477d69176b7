'use client';

import { useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { DialogActions } from '@/components/ui/dialog';

/** What follows a request that was sent: the way out, with the focus that the form's button lost. */
export function WaitlistThanks({ onClose }: { onClose: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <DialogActions>
      <Button ref={button} onClick={onClose}>
        Close
      </Button>
    </DialogActions>
  );
}
