'use client';

import Link, { useLinkStatus } from 'next/link';
import type { ComponentProps } from 'react';
import { loadingText } from '@/lib/config/loading-text';

interface PageLinkProps extends Omit<ComponentProps<typeof Link>, 'href'> {
  href: string;
}

/**
 * A link to a page of text, which says that the page is loading. A loading.tsx would do the same, but its pages would
 * depend on a script, with their text hidden in the HTML.
 */
export function PageLink({ href, children, ...rest }: PageLinkProps) {
  return (
    <Link href={href} prefetch={false} {...rest}>
      {children}
      <PendingNote text={loadingText(href)} />
    </Link>
  );
}

function PendingNote({ text }: { text: string }) {
  const { pending } = useLinkStatus();
  return pending && <LoadingNote text={text} />;
}

/** Says at the bottom of the window that a page is loading. */
export function LoadingNote({ text }: { text: string }) {
  return (
    <span
      role="status"
      className="fixed bottom-6 left-1/2 z-30 -translate-x-1/2 rounded-control border border-rule-dark bg-ink px-4 py-2 text-[14px] font-normal whitespace-nowrap text-on-ink"
    >
      {text}
    </span>
  );
}
