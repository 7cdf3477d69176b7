'use client';
import { type RefObject, useEffect, useState } from 'react';

/** Whether a box of bounded height holds more than it shows: then it takes the keyboard's focus, to be scrolled by it. */
export function useScrolls(box: RefObject<HTMLElement | null>): boolean {
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setScrolls(element.scrollHeight > element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return scrolls;
}
