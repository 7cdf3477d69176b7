'use client';

import { useRef } from 'react';
import { CopyButton } from '@/components/ui/copy-button';

/** Copies the code of the figure around it, so that the page doesn't contain the text twice. */
export function CopyCode({ what }: { what: string }) {
  const place = useRef<HTMLSpanElement>(null);
  const text = () => place.current?.closest('figure')?.querySelector('code')?.textContent ?? '';
  return (
    <span ref={place} className="contents">
      <CopyButton value={text} what={what} variant="quiet" />
    </span>
  );
}
