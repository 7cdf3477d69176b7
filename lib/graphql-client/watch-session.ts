import { brand } from '@/lib/config/brand';

/**
 * Calls `check` when other tabs sign in or out; and quietly, so that nothing moves for a known person, when the
 * tab comes back into view, the page from the browser's memory, or the network.
 * @returns the way to stop it
 */
export function watchSession(check: (options?: { quietly: boolean }) => void): () => void {
  const watching = new AbortController();
  const { signal } = watching;
  const quietly = () => check({ quietly: true });
  const onStorage = ({ key }: StorageEvent) => {
    if (key === brand.sessionKey || key === null) check();
  };
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) quietly();
  };
  const onVisibility = () => {
    if (document.visibilityState === 'visible') quietly();
  };
  window.addEventListener('storage', onStorage, { signal });
  window.addEventListener('pageshow', onPageShow, { signal });
  window.addEventListener('online', quietly, { signal });
  document.addEventListener('visibilitychange', onVisibility, { signal });
  return () => watching.abort();
}
