import type { ComponentProps } from 'react';

/** The looks that text inputs and selects share. */
export const controlLook =
  'block h-[42px] w-full rounded-control border border-control bg-white px-3 text-[16px] font-normal text-text placeholder:text-muted disabled:cursor-not-allowed disabled:bg-paper-2 disabled:text-muted aria-invalid:border-red aria-invalid:focus-visible:outline-red aria-invalid:focus-visible:-outline-offset-1';

/** A native input with the product's looks. */
export function Input({ className = '', ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={`${controlLook} read-only:bg-paper-2 ${className}`} />;
}
