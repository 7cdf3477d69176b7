import type { ComponentProps } from 'react';

/** The heading of a part of a screen. */
export function SectionTitle({ className = '', ...props }: ComponentProps<'h2'>) {
  return <h2 {...props} className={`font-semibold text-[18px] tracking-[-0.01em] ${className}`} />;
}
