'use client';
import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { unlessLeaving } from '@/lib/graphql-client/unless-leaving';

/**
 * A dialog that is fetched, with everything it imports, after the page. `preload` fetches it once the line is idle, or
 * when a visitor is about to open it, on pointer or focus. `show` opens it. `loading` is true until it has arrived,
 * `failed` if it couldn't be fetched, until `show` is called again.
 * @param importDialog the same function on every render
 */
export function useLazyDialog<Props>(importDialog: () => Promise<ComponentType<Props>>) {
  const [Dialog, setDialog] = useState<ComponentType<Props> | null>(null);
  const [open, setOpen] = useState(false);
  const [failed, setFailed] = useState(false);

  useEffect(() => whenIdle(() => void importDialog().catch(() => undefined)), [importDialog]);

  const load = useCallback(async () => {
    const Loaded = await unlessLeaving(importDialog());
    setDialog(() => Loaded);
  }, [importDialog]);

  const show = useCallback(async () => {
    setFailed(false);
    setOpen(true);
    try {
      await load();
    } catch {
      setOpen(false);
      setFailed(true);
    }
  }, [load]);

  const preload = () => void load().catch(() => undefined);
  return { Dialog, open, setOpen, show, preload, loading: open && !Dialog, failed };
}

/** Where the focus returns to: the button that opened a dialog, or on a small screen the closed menu that contains it. */
export function visibleOrMenu(button: HTMLButtonElement | null): HTMLElement | null {
  return button?.checkVisibility() ? button : document.querySelector<HTMLElement>('[data-menu-button]');
}

/**
 * The longest wait in ms for a browser that is never idle, as on a busy machine while something moves. It is also the
 * wait in Safari, which has no `requestIdleCallback`.
 */
const LONGEST_WAIT = 1_000;

/**
 * Calls a function once the page has loaded and the browser has nothing else to do, or `LONGEST_WAIT` later; never if
 * the visitor saves data.
 * @returns calls it off
 */
function whenIdle(work: () => void): () => void {
  const { connection } = navigator as Navigator & { connection?: { saveData: boolean } };
  if (connection?.saveData) return () => {};
  const canceled = new AbortController();
  const begin = () => {
    const workUnlessCanceled = () => canceled.signal.aborted || work();
    if (typeof requestIdleCallback === 'function')
      requestIdleCallback(workUnlessCanceled, { timeout: LONGEST_WAIT });
    else setTimeout(workUnlessCanceled, LONGEST_WAIT);
  };
  if (document.readyState === 'complete') begin();
  else addEventListener('load', begin, { once: true, signal: canceled.signal });
  return () => canceled.abort();
}
