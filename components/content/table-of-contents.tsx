'use client';

import { useEffect, useState } from 'react';

interface TableOfContentsProps {
  headings: { id: string; heading: string; depth: number }[];
  /** On narrower windows, a row of links above the page in place of nothing; the column needs a wider one. */
  row?: boolean;
}

const column = 'sticky top-0 max-h-dvh overflow-y-auto overscroll-contain py-8 text-[13.5px] max-xl:hidden';
const rowOrColumn =
  'mb-6 text-[13.5px] 2xl:sticky 2xl:top-0 2xl:mb-0 2xl:max-h-dvh 2xl:overflow-y-auto 2xl:overscroll-contain 2xl:py-9';

/** The headings of the page, if there are two or more; the one being read has `aria-current`. */
export function TableOfContents({ headings, row = false }: TableOfContentsProps) {
  const current = useHeadingInView(headings.map(({ id }) => id).join(' '));
  if (headings.length < 2) return null;
  return (
    <nav aria-label="On this page" className={row ? rowOrColumn : column}>
      <p className={`mb-2 font-semibold ${row ? 'max-2xl:hidden' : ''}`}>On this page</p>
      <ul className={row ? 'flex flex-wrap gap-x-5 2xl:block' : ''}>
        {headings.map(({ id, heading, depth }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? 'location' : undefined}
              className={`block py-1 max-md:py-2.5 text-muted no-underline hover:text-text aria-[current]:text-signal-ink ${depth === 3 ? 'pl-3' : ''}`}
            >
              {heading}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The same on windows without room for a column: closed above the text. */
export function ContentsDisclosure({ headings }: Pick<TableOfContentsProps, 'headings'>) {
  if (headings.length < 2) return null;
  return (
    <details className="mt-5 mb-6 rounded-control border border-rule px-4 py-2.5 text-[14px] xl:hidden print:hidden">
      <summary className="cursor-pointer font-semibold">On this page</summary>
      <ul className="mt-2">
        {headings.map(({ id, heading, depth }) => (
          <li key={id}>
            <a
              className={`block py-1.5 text-muted no-underline hover:text-text ${depth === 3 ? 'pl-3' : ''}`}
              href={`#${id}`}
            >
              {heading}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** @param ids separated by spaces @returns the last heading that has passed the top fifth of the window; at the page's end the address's heading or the last one */
function useHeadingInView(ids: string): string | undefined {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    // Found again each time: loading replaces some of them.
    const find = () => ids.split(' ').flatMap((id) => document.getElementById(id) ?? []);
    const update = () => {
      const headings = find();
      const passed = headings.findLast((heading) => topOf(heading) <= window.innerHeight / 5);
      setCurrent((isAtEnd() ? headingAtEnd(headings) : passed)?.id);
    };
    // The huge margin counts all headings above the line as seen, so that a jump over any distance is a change.
    const observer = new IntersectionObserver(update, { rootMargin: '1000000px 0px -80% 0px' });
    for (const heading of find()) observer.observe(heading);
    // The last headings of a page never reach the line.
    window.addEventListener('scrollend', update);
    window.addEventListener('hashchange', update);
    return () => {
      observer.disconnect();
      window.removeEventListener('scrollend', update);
      window.removeEventListener('hashchange', update);
    };
  }, [ids]);
  return current;
}

const topOf = (element: Element) => element.getBoundingClientRect().top;

function isAtEnd(): boolean {
  const { scrollHeight } = document.documentElement;
  return window.scrollY > 0 && window.scrollY + window.innerHeight >= scrollHeight - 2;
}

/** The heading of the address if it is in the window; otherwise the last one. */
function headingAtEnd(headings: HTMLElement[]): HTMLElement | undefined {
  const chosen = headings.find(({ id }) => `#${id}` === window.location.hash);
  return chosen && topOf(chosen) >= 0 ? chosen : headings.at(-1);
}
