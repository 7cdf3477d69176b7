'use client';

import { useEffect, useRef } from 'react';
import { CopyButton } from '@/components/ui/copy-button';
import { showOwnOrigin } from './show-own-origin';

/** Copies the code of the figure around it, so that the page doesn't contain the text twice. */
export function CopyCode({ what }: { what: string }) {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const code = codeAround(place.current);
    if (code) showOwnOrigin(code);
  }, []);
  return (
    <span ref={place} className="contents">
      <CopyButton value={() => codeAround(place.current)?.textContent ?? ''} what={what} variant="quiet" />
    </span>
  );
}

const codeAround = (place: Element | null) => place?.closest('figure')?.querySelector('code');
