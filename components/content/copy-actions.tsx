'use client';
import { useEffect, useRef } from 'react';
import { CopyButton } from '@/components/ui/copy-button';
import { defaultOrigin } from '@/lib/config/brand';

/** Copies the code of the figure around it, so that the page doesn't contain the text twice. */
export function CopyCode({ what }: { what: string }) {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const code = codeAround(place.current);
    if (code) showOwnOrigin(code);
  }, []);
  return (
    <span ref={place} className="contents">
      <CopyButton value={() => codeAround(place.current)?.textContent ?? ''} what={what} variant="quiet" />
    </span>
  );
}

const codeAround = (place: Element | null) => place?.closest('figure')?.querySelector('code');

const defaultHost = new URL(defaultOrigin).host;

/** Puts the address of this page in the place of the default one, so that a sample can be copied and run as it is. */
function showOwnOrigin(code: Element): void {
  const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data } = texts.currentNode as Text;
    const own = data.replaceAll(defaultOrigin, location.origin).replaceAll(defaultHost, location.host);
    if (own !== data) (texts.currentNode as Text).data = own;
  }
}

/** Copies the page as Markdown, or opens it at its address. */
export function CopyPage({ markdown }: { markdown: string }) {
  return (
    <div className="mt-5 mb-9 flex items-center gap-3 border-b border-rule pb-5 text-[14px]">
      <CopyButton value={() => fetchText(markdown)} what="this page as Markdown" label="Copy page" />
      <a href={markdown} className="py-2 text-muted underline-offset-3 hover:text-text hover:underline">
        View as Markdown
      </a>
    </div>
  );
}

/** @throws TypeError if the server can't be reached; the button then says that nothing was copied */
async function fetchText(address: string): Promise<string> {
  const response = await fetch(address);
  if (!response.ok) throw new TypeError(`${address} returned ${response.status}.`);
  return response.text();
}
