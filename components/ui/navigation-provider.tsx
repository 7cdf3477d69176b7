'use client';
import { useRouter } from 'next/navigation';
import { useOffline } from 'next/offline';
import { createContext, type ReactNode, useContext, useMemo, useState, useTransition } from 'react';
import { loadingText } from '@/lib/config/docs';

interface Navigation {
  /** The address of the page on its way; null if there is none. */
  target: string | null;
  /** Opens a page of the site: the current one stays until the next is there, and says that it's on its way. */
  push: (href: string) => void;
}

const Context = createContext<Navigation | null>(null);

/**
 * Opens pages for every link and action below it, and shows within a frame of the press that one is on its way. While
 * the connection is lost, Next's router keeps the current page and continues by itself (`experimental.useOffline`).
 */
export function NavigationProvider({ children }: { children: ReactNode }) {
  const router = useRouter();
  const offline = useOffline();
  const [pending, startTransition] = useTransition();
  const [pressed, setPressed] = useState('');
  const target = pending ? pressed : null;

  const navigation = useMemo(() => {
    const push = (href: string) => {
      setPressed(href);
      startTransition(() => router.push(href));
    };
    return { target, push };
  }, [target, router]);

  return (
    <Context value={navigation}>
      {children}
      <NavigationNotice offline={offline} target={target} />
    </Context>
  );
}

/** The page on its way, and how to open another. */
export function useNavigation(): Navigation {
  const navigation = useContext(Context);
  if (!navigation) throw new Error('useNavigation is used outside of NavigationProvider.');
  return navigation;
}

interface NavigationNoticeProps {
  offline: boolean;
  /** The address of the page on its way; null if there is none. */
  target: string | null;
}

/**
 * A bar at the top while a page is on its way, and at the bottom what the person is waiting for. A loading.tsx would
 * do the same for one page, but its pages would depend on a script, with their text hidden in the HTML.
 */
function NavigationNotice({ offline, target }: NavigationNoticeProps) {
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
