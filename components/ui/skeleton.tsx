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
