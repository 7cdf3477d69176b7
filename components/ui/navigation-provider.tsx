'use client';
import { useRouter } from 'next/navigation';
import { useOffline } from 'next/offline';
import { createContext, type ReactNode, useContext, useMemo, useState, useTransition } from 'react';
import { NavigationNotice } from './navigation-notice';

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
