'use client';
import { useEffect, useRef, useState } from 'react';
import { useClient } from 'urql';
import type { DrawnPage } from './draw-pdf';
import { type FileProps, fetchFile } from './fetch-file';
import { CutNote, NoPreview, type PreviewFailure, previewFailureOf } from './preview-notes';

/** Pages of a file that are shown. */
const mostPages = 10;

/** The first pages of a PDF file, each as soon as it's drawn; its text is there for screen readers. */
export function PdfPreview({ file: { id, name }, jobId }: FileProps) {
  const client = useClient();
  const [pages, setPages] = useState<DrawnPage[]>([]);
  const [state, setState] = useState<'loading' | 'drawn' | PreviewFailure>('loading');
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    void (async () => {
      try {
        const response = await fetchFile(client, { jobId, fileId: id, signal });
        const [data, { drawPdf }] = await Promise.all([response.arrayBuffer(), import('./draw-pdf')]);
        const width = place.current?.clientWidth ?? 0;
        for await (const page of drawPdf(data, { width, most: mostPages, signal }))
          setPages((before) => [...before, page]);
        setState('drawn');
      } catch (error) {
        if (!signal.aborted) setState(previewFailureOf(error));
      }
    })();
    return () => leaving.abort();
  }, [client, jobId, id]);

  const count = pages[0]?.count ?? 0;
  return (
    <div className="grid gap-2" ref={place}>
      {state === 'failed' || state === 'gone' || count === 0 ? (
        <NoPreview state={state === 'drawn' ? 'loading' : state} />
      ) : (
        <section
          aria-busy={state === 'loading'}
          aria-label={`Preview of ${name}`}
          className="grid h-[420px] content-start gap-2 overflow-y-auto rounded-panel border border-rule bg-paper-2 p-2 print:h-auto"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what has the focus
          tabIndex={0}
        >
          {pages.map((page) => (
            <Page key={page.number} {...page} />
          ))}
        </section>
      )}
      {state === 'drawn' && count > mostPages && <CutNote shown={`${mostPages} of ${count} pages`} />}
    </div>
  );
}

function Page({ number, count, canvas, text }: DrawnPage) {
  return (
    <figure aria-label={`Page ${number} of ${count}`} className="relative border border-rule bg-white">
      <div aria-hidden="true" ref={(element) => element?.replaceChildren(canvas)} />
      <p className="sr-only">{text}</p>
    </figure>
  );
}
