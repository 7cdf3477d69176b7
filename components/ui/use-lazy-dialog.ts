'use client';

import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { unlessLeaving } from '@/lib/graphql-client/unless-leaving';
import { whenIdle } from './when-idle';

/**
 * A dialog that is fetched, with everything it imports, after the page: once the line is idle, or when a visitor is
 * about to open it. `preload` fetches it then, on pointer or focus; `show` opens it; `loading` is true until it has
 * arrived, `failed` if it couldn't be fetched, until `show` is called again.
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
