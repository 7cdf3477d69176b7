'use client';
import { useRef } from 'react';
import { useScrolls } from './use-scrolls';

/** An event's metadata as JSON; what is long scrolls in its own box. */
export function MetadataBox({ metadata }: { metadata: unknown }) {
  const box = useRef<HTMLPreElement>(null);
  const scrolls = useScrolls(box);
  return (
    <pre
      className="wrap-anywhere max-h-[168px] overflow-y-auto whitespace-pre-wrap rounded-control bg-paper-2 px-2.5 py-2 font-mono text-[12.5px] leading-[1.5] print:max-h-none"
      ref={box}
      tabIndex={scrolls ? 0 : undefined}
    >
      {JSON.stringify(metadata, null, 2)}
    </pre>
  );
}
