import { loadingText } from '@/lib/config/loading-text';

interface NavigationNoticeProps {
  offline: boolean;
  /** The address of the page on its way; null if there is none. */
  target: string | null;
}

/**
 * A bar at the top while a page is on its way, and at the bottom what the person is waiting for. A loading.tsx would
 * do the same for one page, but its pages would depend on a script, with their text hidden in the HTML.
 */
export function NavigationNotice({ offline, target }: NavigationNoticeProps) {
  return (
    <>
      {target !== null && <div aria-hidden="true" className="navigation-bar" data-navigating="" />}
      <div role="status">
        {offline ? (
          <Note>{target === null ? staleNote : waitingNote}</Note>
        ) : (
          target !== null && <Note late>{loadingText(target)}</Note>
        )}
      </div>
    </>
  );
}

const staleNote = "You're offline. What you see may be out of date.";
const waitingNote = "You're offline. The page opens when the connection is back.";

/** @param late not seen if the page is there in a moment */
function Note({ late = false, children }: { late?: boolean; children: string }) {
  return (
    <p
      className={`${late ? 'navigation-note' : ''} fixed bottom-6 left-1/2 z-60 w-max max-w-[calc(100vw-32px)] -translate-x-1/2 rounded-control border border-rule-dark bg-ink px-4 py-2 text-[14px] text-on-ink print:hidden`}
    >
      {children}
    </p>
  );
}
