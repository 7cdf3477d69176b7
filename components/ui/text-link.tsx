import type { ReactNode } from 'react';
import { Link } from './link';

/** A link inside a text, to a page of the site, which isn't prefetched. */
export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link className="text-signal-ink underline underline-offset-3" href={href}>
      {children}
    </Link>
  );
}
