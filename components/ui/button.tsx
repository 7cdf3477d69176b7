import type { ComponentProps } from 'react';
import { Link } from './link';

/** `signal` and `quiet` are for ink backgrounds, the others for paper. */
type ButtonVariant = 'dark' | 'line' | 'signal' | 'quiet' | 'danger' | 'danger-filled';
type ButtonSize = 'medium' | 'small';

const variants: Record<ButtonVariant, string> = {
  dark: 'border-transparent bg-ink text-white hover:bg-ink-3',
  line: 'border-rule bg-white text-text hover:border-control',
  signal:
    'border-transparent bg-signal-glow text-[#04150c] hover:bg-[#63e6a4] focus-visible:outline-offset-3 focus-visible:outline-on-ink',
  quiet: 'border-rule-dark text-on-ink hover:border-[#4a5c55] hover:bg-ink-3',
  danger: 'border-[#e7c4c0] bg-white text-red hover:border-red',
  'danger-filled': 'border-transparent bg-red text-white hover:bg-[#a32c23]',
};

const sizes: Record<ButtonSize, string> = {
  medium: 'h-[46px] px-5 text-[15px]',
  small: 'h-[34px] px-3 text-[14px]',
};

const shape =
  'inline-flex shrink-0 cursor-pointer items-center justify-center gap-2 whitespace-nowrap rounded-control border font-semibold no-underline transition-colors duration-100 disabled:cursor-not-allowed disabled:opacity-60 aria-busy:cursor-progress';

/** The classes of a button's looks, for links that look like one. */
export function buttonLook(variant: ButtonVariant, size: ButtonSize = 'medium'): string {
  return `${shape} ${variants[variant]} ${sizes[size]}`;
}

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Its action is running: the button is busy, and pressing it again does nothing. */
  pending?: boolean;
}

/** A native button with the product's looks; `type` is `button` by default. */
export function Button({
  variant = 'dark',
  size = 'medium',
  pending = false,
  type = 'button',
  disabled,
  className = '',
  ...rest
}: ButtonProps) {
  return (
    <button
      aria-busy={pending || undefined}
      {...rest}
      type={type}
      disabled={disabled || pending}
      className={`${buttonLook(variant, size)} ${className}`}
    />
  );
}

interface LinkButtonProps extends ComponentProps<typeof Link> {
  variant?: ButtonVariant;
}

/** A link that looks like a `Button`: it goes somewhere, so it stays a link. */
export function LinkButton({ variant = 'dark', className = '', ...rest }: LinkButtonProps) {
  return <Link {...rest} className={`${buttonLook(variant)} ${className}`} />;
}
