'use client';
import { useRef } from 'react';
import type { AuditChange } from './audit-changes';
import { useScrolls } from './use-scrolls';

/** What an event changed, a line a field: what it was, struck through, and what it became. */
export function ChangeList({ changes }: { changes: AuditChange[] }) {
  const box = useRef<HTMLDListElement>(null);
  const scrolls = useScrolls(box);
  if (changes.length === 0) return null;
  return (
    <dl
      className="mt-2 max-h-[168px] overflow-y-auto text-[13.5px] print:max-h-none"
      ref={box}
      tabIndex={scrolls ? 0 : undefined}
    >
      {changes.map(({ field, from, to }) => (
        <div className="wrap-anywhere mt-0.5" key={field}>
          <dt className="inline text-muted">{field}: </dt>
          <dd className="inline">
            <span className="sr-only">from </span>
            <del className="text-muted decoration-control">{from}</del>
            <span aria-hidden="true"> → </span>
            <span className="sr-only"> to </span>
            <ins className="font-medium no-underline">{to}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
