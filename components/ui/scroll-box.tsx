'use client';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';

interface ScrollBoxProps {
  /** Makes the box a landmark of this name; left out if a page has several of a kind. */
  label?: string;
  className?: string;
  children: ReactNode;
}

/** Scrolls content sideways that is too wide for the page, and takes the keyboard's focus only then. */
export function ScrollBox({ label, className = '', children }: ScrollBoxProps) {
  const box = useRef<HTMLElement>(null);
  const scrolls = useScrollsSideways(box);
  return (
    <section
      aria-label={label}
      className={`relative overflow-x-auto ${className}`}
      ref={box}
      tabIndex={scrolls ? 0 : undefined}
    >
      {children}
    </section>
  );
}

function useScrollsSideways(box: RefObject<HTMLElement | null>) {
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setScrolls(element.scrollWidth > element.clientWidth));
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, [box]);
  return scrolls;
}
