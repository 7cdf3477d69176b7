'use client';
import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Tells when an element goes from the page together with the focus.
 * @param onFocusLost puts the focus elsewhere; the same function from one rendering to the next
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
