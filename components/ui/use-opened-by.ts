'use client';
import { useEffect, useEffectEvent } from 'react';
import { useAddress } from './use-address';

/**
 * Opens a part of a screen for an address that asks for it, as the command menu's do: `?open=invite`. The word then
 * leaves the address, so that the page, loaded again, stays as it is.
 */
export function useOpenedBy(word: string, open: () => void): void {
  const address = useAddress();
  const isAsked = address.get('open') === word;
  const openNow = useEffectEvent(() => {
    address.set({ open: null }, { replace: true });
    open();
  });
  useEffect(() => {
    if (isAsked) openNow();
  }, [isAsked]);
}
