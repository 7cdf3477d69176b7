'use client';

import { type ReactNode, useEffect, useRef } from 'react';
import { followVisitor } from './follow-visitor';

/** A decorative layer over its section, whose content shifts with the page's scroll and the pointer. */
export function ParallaxLayer({ children }: { children: ReactNode }) {
  const layer = useRef<HTMLDivElement>(null);
  useEffect(() => (layer.current ? followVisitor(layer.current) : undefined), []);
  return (
    <div
      ref={layer}
      aria-hidden="true"
      data-parallax
      className="pointer-events-none absolute inset-0 overflow-hidden"
    >
      {children}
    </div>
  );
}
