'use client';
import { useRef } from 'react';
import { useScrolls } from './use-scrolls';

interface MetadataBoxProps {
  metadata: unknown;
  /** A press away, because the row tells the same in words; printed open. */
  folded: boolean;
}

/** An event's metadata as JSON (SPEC.md, section 2). */
export function MetadataBox({ metadata, folded }: MetadataBoxProps) {
  if (!folded) return <JsonBox value={metadata} />;
  return (
    <details className="print:details-content:[content-visibility:visible]">
      <summary className="print:hidden w-fit cursor-pointer rounded-control text-[13px] text-muted underline decoration-rule underline-offset-4 hover:text-text hover:decoration-current">
        View JSON
      </summary>
      <div className="mt-1.5 print:mt-0">
        <JsonBox value={metadata} />
      </div>
    </details>
  );
}

/** What is long scrolls in its own box. */
function JsonBox({ value }: { value: unknown }) {
  const box = useRef<HTMLPreElement>(null);
  const scrolls = useScrolls(box);
  return (
    <pre
      className="wrap-anywhere max-h-[168px] overflow-y-auto whitespace-pre-wrap rounded-control bg-paper-2 p-2 font-mono text-[12.5px] leading-[1.5] print:max-h-none"
      ref={box}
      tabIndex={scrolls ? 0 : undefined}
    >
      {JSON.stringify(value, null, 2)}
    </pre>
  );
}
