import type { ComponentProps, ReactNode } from 'react';

/** A native checkbox and its label, in one target that is large enough to hit. */
export function Checkbox({ label, className = '', ...rest }: ComponentProps<'input'> & { label: ReactNode }) {
  return (
    <label
      className={`inline-flex min-h-[34px] cursor-pointer items-center gap-2 text-[15px] has-disabled:cursor-not-allowed has-disabled:text-muted ${className}`}
    >
      <input {...rest} className="size-4.5 cursor-[inherit] accent-signal-ink" type="checkbox" />
      {label}
    </label>
  );
}
