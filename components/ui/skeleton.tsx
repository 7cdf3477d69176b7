/** A quiet block where content will stand; give it that content's size. Hidden from screen readers. */
export function Skeleton({ className = '' }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={`rounded-control bg-rule/60 motion-safe:animate-pulse ${className}`}
      data-skeleton=""
    />
  );
}
