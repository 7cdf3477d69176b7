import type { ReactNode } from 'react';

/** A quiet block of the size of the content that is loading. Hidden from screen readers. */
export function Skeleton({ className = '' }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={`rounded-control bg-rule/60 motion-safe:animate-pulse ${className}`}
      data-skeleton=""
    />
  );
}

/** A quiet block exactly as large as `children`, which stay invisible. Hidden from screen readers. */
export function SkeletonOver({ children }: { children: ReactNode }) {
  return (
    <div aria-hidden="true" className="relative">
      <div className="invisible">{children}</div>
      <Skeleton className="absolute inset-0" />
    </div>
  );
}

/** Rows of the size of a table's, while it loads. */
export function TableSkeleton({ rows = 3 }: { rows?: number | undefined }) {
  return (
    <div className="border-rule border-t">
      {Array.from({ length: rows }, (_, row) => `row ${row}`).map((row) => (
        <div className="border-rule border-b py-3" key={row}>
          <Skeleton className="h-[42px]" />
        </div>
      ))}
    </div>
  );
}
