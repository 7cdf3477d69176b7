import type { ComponentProps } from 'react';
import { type ButtonVariant, buttonLook } from './button';
import { Link } from './link';

interface LinkButtonProps extends ComponentProps<typeof Link> {
  variant?: ButtonVariant;
}

/** A link that looks like a `Button`: it goes somewhere, so it stays a link. */
export function LinkButton({ variant = 'dark', className = '', ...rest }: LinkButtonProps) {
  return <Link {...rest} className={`${buttonLook(variant)} ${className}`} />;
}
