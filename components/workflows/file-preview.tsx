'use client';
import { useEffect, useRef, useState } from 'react';
import { useClient } from 'urql';
import { formatBytes } from '@/lib/format/number';
import type { DrawnPage } from './draw-pdf';
import { FileGone, type FileProps, fetchFile } from './fetch-file';
import { JobOutput } from './job-output';

/** The beginning of a file that can be shown: it runs nothing, and reaches nothing. */
export const FilePreview = (props: FileProps) =>
  essenceOf(props.file.type) === pdf ? <PdfPreview {...props} /> : <TextPreview {...props} />;

/** A text, or a page in a frame. */
function TextPreview({ file, jobId }: FileProps) {
  const client = useClient();
  const [preview, setPreview] = useState<TextBeginning | 'loading' | PreviewFailure>('loading');
  const { id, type } = file;
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const headers = { range: `bytes=0-${mostShown - 1}` };
    fetchFile(client, { jobId, fileId: id, signal, headers })
      .then(readTextBeginning)
      .then(setPreview)
      .catch((error: unknown) => {
        if (!signal.aborted) setPreview(previewFailureOf(error));
      });
    return () => leaving.abort();
  }, [client, jobId, id]);

  if (typeof preview === 'string') return <NoPreview state={preview} />;
  if (preview.text === '') return <p className="text-[14.5px] text-muted">This file is empty.</p>;
  return (
    <div className="grid gap-2">
      {type.startsWith('text/html') ? (
        <iframe
          className="h-[420px] w-full rounded-panel border border-rule bg-white"
          sandbox=""
          srcDoc={withInertLinks(preview.text)}
          title={`Preview of ${file.name}`}
        />
      ) : (
        <JobOutput label={`Preview of ${file.name}`} value={preview.text} what={file.name} />
      )}
      {preview.isCut && <CutNote shown={formatBytes(mostShown)} />}
    </div>
  );
}

/** A page whose links ask for a window of their own: the sandbox forbids it, so the page stays. */
function withInertLinks(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const link of page.querySelectorAll('a, area')) link.setAttribute('target', '_blank');
  return page.documentElement.outerHTML;
}

const pdf = 'application/pdf';

/** A media type without its parameters. */
export const essenceOf = (type: string): string => type.split(';')[0] ?? type;

/** Whether files of this media type can be previewed. */
export const hasPreview = (type: string): boolean =>
  type.startsWith('text/') || ['application/json', 'application/x-ndjson', pdf].includes(essenceOf(type));

/** Bytes of a text that are shown. */
export const mostShown = 100 * 1024;

/** The beginning of a text. */
interface TextBeginning {
  text: string;
  isCut: boolean;
}

/** @param response to a request for the first `mostShown` bytes of a file in UTF-8 */
export async function readTextBeginning(response: Response): Promise<TextBeginning> {
  const size = Number(response.headers.get('content-range')?.split('/').at(-1) ?? 0);
  const isCut = size > mostShown;
  // A stream keeps the bytes of a character that the cut has halved, as if the other half could follow.
  const text = new TextDecoder().decode(await response.arrayBuffer(), { stream: isCut });
  return { text, isCut };
}

/** Why there's no preview. */
type PreviewFailure = 'failed' | 'gone';

/** @param error an error of `fetchFile`, or of the reading of its response */
const previewFailureOf = (error: unknown): PreviewFailure => (error instanceof FileGone ? 'gone' : 'failed');

const remedies: Readonly<Record<PreviewFailure, string>> = {
  failed: 'Download the file instead.',
  gone: 'Reload the page.',
};

/** A line in the place of a preview that isn't there. */
function NoPreview({ state }: { state: 'loading' | PreviewFailure }) {
  if (state === 'loading') return <p className="text-[14.5px] text-muted">Loading preview...</p>;
  return (
    <p className="text-[14.5px] text-red" role="alert">
      The preview couldn't be loaded. {remedies[state]}
    </p>
  );
}

/** @param shown how much of the file: `100 KiB` */
function CutNote({ shown }: { shown: string }) {
  return (
    <p className="text-[13.5px] text-muted">
      Only the first {shown} are shown. Download the file for all of it.
    </p>
  );
}

/** Pages of a file that are shown. */
const mostPages = 10;

/** The first pages of a PDF file, each as soon as it's drawn; its text is there for screen readers. */
function PdfPreview({ file: { id, name }, jobId }: FileProps) {
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
