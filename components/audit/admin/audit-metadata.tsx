import { type MouseEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

interface AuditMetadataProps {
  metadata: unknown;
  /** Collapsed, because the row says the same in words; printed open. */
  folded: boolean;
}

const action =
  'print:hidden w-fit cursor-pointer rounded-control text-[13px] text-muted underline decoration-rule underline-offset-4 hover:text-text hover:decoration-current';

/** An event's metadata as JSON (docs/product.md, "Audit log"). */
export function AuditMetadata({ metadata, folded }: AuditMetadataProps) {
  const json = JSON.stringify(metadata, null, 2);
  if (!folded) return <LongJson json={json} />;
  return (
    <details className="print:details-content:[content-visibility:visible]">
      <summary className={action}>View JSON</summary>
      <pre className={`mt-1.5 print:mt-0 ${box}`}>{json}</pre>
    </details>
  );
}

const box =
  'wrap-anywhere whitespace-pre-wrap rounded-control bg-paper-2 p-2 font-mono text-[12px] leading-[1.5]';

/** The first four lines, and all of them at the press of a button. Printed whole. */
function LongJson({ json }: { json: string }) {
  const id = useId();
  const text = useRef<HTMLElement>(null);
  const [isLong, setIsLong] = useState(false);
  const [open, setOpen] = useState(false);
  const clamped = isLong && !open;

  useLayoutEffect(() => {
    const element = text.current;
    if (!element) return;
    const measure = () => setIsLong(hasMoreThanFiveLines(element));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const toggle = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    flushSync(() => setOpen(!open));
    if (open) currentTarget.scrollIntoView({ block: 'nearest' });
  };

  return (
    <>
      <pre className={box} id={id}>
        <code className={`block ${clamped ? 'max-h-[4lh] overflow-hidden print:max-h-none' : ''}`} ref={text}>
          {json}
        </code>
      </pre>
      {isLong && (
        <button aria-controls={id} className={`py-1 scroll-my-24 ${action}`} onClick={toggle} type="button">
          {open ? 'Show less' : 'Show all'}
          <span className="sr-only"> metadata</span>
        </button>
      )}
    </>
  );
}

/** A fifth line is shown: the button would take its place. */
const hasMoreThanFiveLines = (element: HTMLElement): boolean =>
  element.scrollHeight > 5.5 * Number.parseFloat(getComputedStyle(element).lineHeight);
