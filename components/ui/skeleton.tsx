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
