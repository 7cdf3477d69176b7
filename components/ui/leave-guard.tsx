'use client';
import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { ConfirmDialog } from './alert-dialog';

/**
 * Asks before a link takes the page away, as long as the guard is mounted. Before the tab is closed or another page is
 * loaded, the browser asks. Nothing can ask before the browser's Back.
 * @param loss what leaving loses, a sentence
 */
export function LeaveGuard({ loss }: { loss: string }) {
  const router = useRouter();
  const [target, setTarget] = useState<string | null>(null);

  useEffect(() => {
    const askBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const askBeforeLink = (event: MouseEvent) => {
      const href = leadsAway(event);
      if (!href) return;
      event.preventDefault();
      // If there are two guards, one asks.
      event.stopImmediatePropagation();
      setTarget(href);
    };
    window.addEventListener('beforeunload', askBeforeUnload);
    document.addEventListener('click', askBeforeLink, { capture: true });
    return () => {
      window.removeEventListener('beforeunload', askBeforeUnload);
      document.removeEventListener('click', askBeforeLink, { capture: true });
    };
  }, []);

  return (
    <ConfirmDialog
      body={loss}
      cancelLabel="Stay"
      confirmLabel="Leave"
      onConfirm={() => (target ? router.push(target) : undefined)}
      onOpenChange={(open) => !open && setTarget(null)}
      open={target !== null}
      question="Leave this page?"
    />
  );
}

/** The target of a press that would take this page away: a link to another page of the site, opened in this tab. */
function leadsAway(event: MouseEvent): string | null {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!isPlain || !(link instanceof HTMLAnchorElement) || link.target || link.download) return null;
  const { origin, pathname, search, hash } = new URL(link.href);
  const isElsewhere = origin === window.location.origin && pathname !== window.location.pathname;
  return isElsewhere ? pathname + search + hash : null;
}
