import Link from 'next/link';
import type { ComponentProps } from 'react';
import { type ButtonSize, type ButtonVariant, buttonLook } from './button';

interface LinkButtonProps extends ComponentProps<typeof Link> {
  variant?: ButtonVariant;
  size?: ButtonSize;
}

/** A link that looks like a `Button`: it goes somewhere, so it stays a link. */
export function LinkButton({ variant = 'dark', size = 'medium', className = '', ...rest }: LinkButtonProps) {
  return <Link {...rest} className={`${buttonLook(variant, size)} ${className}`} />;
}
