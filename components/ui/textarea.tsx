import type { ComponentProps } from 'react';
import { controlLook } from './input';

/** A native textarea with the product's looks, three lines high unless a class says more. */
export function Textarea({ className = 'min-h-[92px]', ...rest }: ComponentProps<'textarea'>) {
  return <textarea {...rest} className={`${controlLook} resize-y py-2 leading-[1.5] ${className}`} />;
}
