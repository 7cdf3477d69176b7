'use client';

import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useNavigation } from '@/components/ui/navigation-provider';

interface StaticTextProps {
  /** From renderStatic; each `[data-island]` in it is filled with the island of its number. */
  html: string;
  islands: ReactNode[];
  className: string;
}

/**
 * A text that is HTML already, brought to life: islands, links within the site that load no document, and boxes that
 * the keyboard can scroll.
 */
export function StaticText({ html, islands, className }: StaticTextProps) {
  const text = useRef<HTMLDivElement>(null);
  const places = useIslandPlaces(text, html);
  useScrollBoxes(text, places);
  useContentLinks(text);
  return (
    <>
      <div ref={text} className={className} dangerouslySetInnerHTML={{ __html: html }} />
      {places.map((place, number) => createPortal(islands[number], place, String(number)))}
    </>
  );
}

function useIslandPlaces(text: RefObject<HTMLElement | null>, html: string): Element[] {
  const [places, setPlaces] = useState<Element[]>([]);
  // Before the text is painted, so that what follows an island doesn't move.
  useLayoutEffect(() => {
    setPlaces(html && text.current ? [...text.current.querySelectorAll('[data-island]')] : []);
  }, [text, html]);
  return places;
}

/** Boxes take the keyboard's focus only while there is something to scroll; `places`, because islands bring more. */
function useScrollBoxes(text: RefObject<HTMLElement | null>, places: Element[]) {
  useEffect(() => {
    const boxes = places && text.current?.querySelectorAll<HTMLElement>('[data-scroll-box]');
    const observer = new ResizeObserver((entries) => {
      for (const { target } of entries) {
        const box = target.closest<HTMLElement>('[data-scroll-box]');
        if (!box) continue;
        if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
        else box.removeAttribute('tabindex');
        markMore(box);
      }
    });
    const scrolled = ({ currentTarget }: Event) => markMore(currentTarget as HTMLElement);
    for (const box of boxes ?? []) {
      observer.observe(box);
      box.addEventListener('scroll', scrolled, { passive: true });
      if (box.firstElementChild) observer.observe(box.firstElementChild);
    }
    return () => {
      observer.disconnect();
      for (const box of boxes ?? []) box.removeEventListener('scroll', scrolled);
    };
  }, [text, places]);
}

/** Whether content is hidden beyond the right edge, which fades then. */
function markMore(box: HTMLElement): void {
  box.toggleAttribute('data-more', box.scrollLeft + box.clientWidth < box.scrollWidth - 1);
}

/** Opens the pages that links of the text lead to without loading a document. */
function useContentLinks(text: RefObject<HTMLElement | null>) {
  const { push } = useNavigation();
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const href = event.target instanceof Element && event.target.closest('a')?.getAttribute('href');
      if (!href || !isPage(href) || event.defaultPrevented || opensElsewhere(event)) return;
      event.preventDefault();
      push(href);
    };
    const element = text.current;
    element?.addEventListener('click', follow);
    return () => element?.removeEventListener('click', follow);
  }, [text, push]);
}

/** A page of the site, and not a file of it such as the feed. */
const isPage = (href: string) => href.startsWith('/') && !href.startsWith('//') && !/\.[a-z]+$/.test(href);

const opensElsewhere = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey;
