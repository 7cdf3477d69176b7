'use client';
import { useContext, useEffect, useLayoutEffect, useState } from 'react';
import { ConfirmDialog, DialogChanges } from './dialog';
import { useNavigation } from './navigation-provider';

/**
 * Placed in a form, asks before typed text is lost. It asks before the page is left, and before Escape or a press next
 * to the form's dialog closes it. Cancel doesn't ask: its label is clear.
 * @param when the form has changes that aren't saved
 */
export function UnsavedChanges({ when }: { when: boolean }) {
  const dialog = useContext(DialogChanges);
  useEffect(() => {
    if (!dialog) return;
    dialog.current = when;
    return () => {
      dialog.current = false;
    };
  }, [dialog, when]);
  return when && <LeaveGuard loss="Your changes haven't been saved." />;
}

interface LeaveGuardProps {
  /** The loss from leaving, a sentence. */
  loss: string;
}

/**
 * Asks before a link or the browser's Back takes the page away, as long as the guard is mounted. Before the tab is
 * closed or another page is loaded, the browser asks.
 */
export function LeaveGuard({ loss }: LeaveGuardProps) {
  const { push } = useNavigation();
  const [leave, setLeave] = useState<(() => void) | null>(null);

  // A layout effect: an effect's cleanup runs after the next page is shown, whose Back would be asked about here.
  useLayoutEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const ask = (event: Event, leaving: () => void) => {
      event.preventDefault();
      // If there are two guards, one asks.
      event.stopImmediatePropagation();
      setLeave(() => leaving);
    };
    const askBeforeLink = (event: MouseEvent) => {
      const href = leadsAway(event);
      if (href) ask(event, () => push(href));
    };
    const askBeforeBack = (event: NavigateEvent) => {
      const { destination, navigationType, cancelable } = event;
      if (navigationType !== 'traverse' || !cancelable || isThisPage(destination.url)) return;
      ask(event, () => {
        listening.abort();
        window.navigation.traverseTo(destination.key);
      });
    };
    window.addEventListener('beforeunload', (event) => event.preventDefault(), { signal });
    document.addEventListener('click', askBeforeLink, { capture: true, signal });
    // Browsers before 2026 have no Navigation API, and nothing that could ask before Back.
    window.navigation?.addEventListener('navigate', askBeforeBack, { signal });
    return () => listening.abort();
  }, [push]);

  return (
    <ConfirmDialog
      body={loss}
      cancelLabel="Stay"
      confirmLabel="Leave"
      onConfirm={() => leave?.()}
      onOpenChange={(open) => !open && setLeave(null)}
      open={leave !== null}
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
  const isElsewhere = origin === window.location.origin && !isThisPage(link.href);
  return isElsewhere ? pathname + search + hash : null;
}

/** Filters, list pages and sections are other addresses of the same page. */
const isThisPage = (url: string) => new URL(url).pathname === window.location.pathname;
