'use client';

import { CopyButton } from '@/components/ui/copy-button';

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
