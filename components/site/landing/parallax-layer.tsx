'use client';
import { type ReactNode, useEffect, useRef } from 'react';

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

/**
 * Keeps `--pointer-x`, `--pointer-y` (-1 to 1 across the window) and `--scroll` (window heights) on `layer` up to
 * date, once per frame at most; app/landing.css positions its content by them. Listens only while the layer is in view,
 * and not at all if the visitor prefers less motion.
 * @returns a function that stops it
 */
function followVisitor(layer: HTMLElement): () => void {
  const lessMotion = matchMedia('(prefers-reduced-motion: reduce)');
  let listening: AbortController | undefined;
  let pointer: PointerEvent | undefined;
  let frame = 0;

  const draw = () => {
    frame = 0;
    const { innerWidth, innerHeight, scrollY } = window;
    const set = (name: string, value: number) => layer.style.setProperty(name, value.toFixed(3));
    if (pointer) {
      set('--pointer-x', (2 * pointer.clientX) / innerWidth - 1);
      set('--pointer-y', (2 * pointer.clientY) / innerHeight - 1);
    }
    set('--scroll', scrollY / innerHeight);
  };
  const requestDraw = () => {
    frame ||= requestAnimationFrame(draw);
  };
  const point = (event: PointerEvent) => {
    pointer = event;
    requestDraw();
  };
  const stop = () => {
    listening?.abort();
    cancelAnimationFrame(frame);
    frame = 0;
  };

  const inView = new IntersectionObserver((entries) => {
    stop();
    if (lessMotion.matches || !entries.at(-1)?.isIntersecting) return;
    listening = new AbortController();
    const options = { passive: true, signal: listening.signal };
    addEventListener('scroll', requestDraw, options);
    addEventListener('pointermove', point, options);
    // The page may have been scrolled before.
    requestDraw();
  });
  inView.observe(layer);

  return () => {
    inView.disconnect();
    stop();
  };
}
