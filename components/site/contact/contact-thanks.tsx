'use client';

import { useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';

/** What follows a message that was sent; takes the focus that the form's button lost. */
export function ContactThanks({ onAnother }: { onAnother: () => void }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <>
      <h2 ref={title} tabIndex={-1} className="mt-2 mb-5 text-[22px] font-semibold tracking-[-0.02em]">
        Thanks! We'll follow up soon.
      </h2>
      <Button variant="line" onClick={onAnother}>
        Send another message
      </Button>
    </>
  );
}
