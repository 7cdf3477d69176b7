import type { ComponentProps } from 'react';
import { controlLook } from './input';

/** A native select with the product's looks; its options are its children. */
export function Select({ className = '', ...rest }: ComponentProps<'select'>) {
  return (
    <span className="relative block">
      <select {...rest} className={`${controlLook} cursor-pointer appearance-none pr-9 ${className}`} />
      <svg
        aria-hidden="true"
        viewBox="0 0 12 12"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="pointer-events-none absolute top-1/2 right-3 size-3 -translate-y-1/2 text-muted"
      >
        <path d="m2 4.2 4 4 4-4" />
      </svg>
    </span>
  );
}
