/** Says that something is under way; `label` is what people read or hear. */
export function Spinner({ label, className = '' }: { label: string; className?: string }) {
  return (
    <span role="status" className={`inline-flex items-center gap-2.5 text-muted ${className}`}>
      <span
        aria-hidden="true"
        className="size-4 animate-spin rounded-full border-2 border-rule border-t-signal motion-reduce:animate-none"
      />
      {label}
    </span>
  );
}
