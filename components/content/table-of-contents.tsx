'use client';

import { useEffect, useState } from 'react';

interface TableOfContentsProps {
  headings: { id: string; heading: string; depth: number }[];
}

/** The headings of the page, if there are two or more; the one being read has `aria-current`. */
export function TableOfContents({ headings }: TableOfContentsProps) {
  const current = useHeadingInView(headings.map(({ id }) => id).join(' '));
  if (headings.length < 2) return null;
  return (
    <nav
      aria-label="On this page"
      className="sticky top-0 max-h-dvh overflow-y-auto overscroll-contain py-8 text-[13.5px] max-xl:hidden"
    >
      <p className="mb-2 font-semibold">On this page</p>
      <ul>
        {headings.map(({ id, heading, depth }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? 'location' : undefined}
              className={`block py-1 text-muted no-underline hover:text-text aria-[current]:text-signal-ink ${depth === 3 ? 'pl-3' : ''}`}
            >
              {heading}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** @param ids separated by spaces @returns the last heading that has passed the top fifth of the window */
function useHeadingInView(ids: string): string | undefined {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    const headings = ids.split(' ').flatMap((id) => document.getElementById(id) ?? []);
    const update = () => {
      const line = window.innerHeight / 5;
      setCurrent(headings.findLast((heading) => heading.getBoundingClientRect().top <= line)?.id);
    };
    // The huge margin counts all headings above the line as seen, so that a jump over any distance is a change.
    const observer = new IntersectionObserver(update, { rootMargin: '1000000px 0px -80% 0px' });
    for (const heading of headings) observer.observe(heading);
    return () => observer.disconnect();
  }, [ids]);
  return current;
}
