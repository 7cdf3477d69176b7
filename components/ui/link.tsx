'use client';
import NextLink from 'next/link';
import type { ComponentProps, ReactNode } from 'react';
import { useNavigation } from './navigation-provider';

interface LinkProps extends Omit<ComponentProps<typeof NextLink>, 'href' | 'prefetch' | 'onNavigate'> {
  href: string;
}

/**
 * A link to a page of the site. It isn't prefetched; from the press until the page is there, it's marked with
 * `data-pending`.
 */
export function Link({ href, ...rest }: LinkProps) {
  const { target, push } = useNavigation();
  return (
    <NextLink
      {...rest}
      data-pending={target === href ? '' : undefined}
      href={href}
      onNavigate={(event) => {
        event.preventDefault();
        push(href);
      }}
      prefetch={false}
    />
  );
}

/** A number that leads to what it counts. */
export function NumberLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      className="-my-1 inline-block max-w-full rounded-control py-1 underline decoration-1 decoration-rule underline-offset-4 hover:decoration-current"
      href={href}
    >
      {children}
    </Link>
  );
}

/** The link above a page's title, to the page that it's below. */
export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      className="mb-3 inline-block rounded-control py-1 text-[14.5px] text-muted underline decoration-rule underline-offset-4 hover:text-text hover:decoration-current print:hidden"
      href={href}
    >
      ← {children}
    </Link>
  );
}

/** A link inside a text, to a page of the site, which isn't prefetched. */
export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link className="text-signal-ink underline underline-offset-3" href={href}>
      {children}
    </Link>
  );
}
