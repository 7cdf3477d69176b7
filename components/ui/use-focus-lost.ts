'use client';
import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Reports when an element disappears from the page together with the focus.
 * @param onFocusLost moves the focus elsewhere; the same function on every render
 * @returns the ref that the element takes
 */
export function useFocusLost<Element extends HTMLElement>(
  onFocusLost: () => void,
): RefObject<Element | null> {
  const ref = useRef<Element>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    return () => {
      if (element?.contains(document.activeElement)) onFocusLost();
    };
  }, [onFocusLost]);
  return ref;
}
