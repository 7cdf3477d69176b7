'use client';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { CopyButton } from '@/components/ui/copy-button';
import { fieldsOf } from '@/lib/format/json-fields';

interface JobOutputProps {
  /** What it is: `Output of summary`. */
  what: string;
  /** Any JSON value. */
  value: unknown;
  /** The word above it; by default, whether it is text or JSON. */
  label?: string;
}

/** A JSON value, or the text of an output in prose, in a box of bounded height, with a button that copies it. */
export function JobOutput({ what, value, label }: JobOutputProps) {
  const box = useRef<HTMLPreElement>(null);
  const scrolls = useScrolls(box);
  const prose = proseOf(value);
  const text = prose ?? JSON.stringify(value, null, 2);
  return (
    <figure className="overflow-hidden rounded-panel border border-rule bg-white">
      <figcaption className="flex min-h-[46px] items-center justify-between gap-4 border-rule border-b py-1.5 pr-1.5 pl-4 text-[13.5px] text-muted">
        {label ?? (prose === null ? 'JSON' : 'Text')}
        <CopyButton value={text} what={what} />
      </figcaption>
      <pre
        className="wrap-anywhere max-h-[360px] overflow-y-auto whitespace-pre-wrap px-4 py-3 font-mono text-[13px] leading-relaxed print:max-h-none"
        ref={box}
        tabIndex={scrolls ? 0 : undefined}
      >
        {text}
      </pre>
    </figure>
  );
}

/** The text of a value that is text, or of an output with nothing but its text; null for any other. */
function proseOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  const { text, ...others } = fieldsOf(value);
  return typeof text === 'string' && Object.keys(others).length === 0 ? text : null;
}

/** Whether a box contains more than it shows, and so needs the keyboard's focus to be scrolled. */
function useScrolls(box: RefObject<HTMLElement | null>): boolean {
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setScrolls(element.scrollHeight > element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return scrolls;
}
