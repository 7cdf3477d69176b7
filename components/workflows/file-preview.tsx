'use client';
import { useEffect, useState } from 'react';
import { useClient } from 'urql';
import { formatBytes } from '@/lib/format/number';
import { type FileProps, fetchFile } from './fetch-file';
import { JobOutput } from './job-output';
import { PdfPreview } from './pdf-preview';
import { CutNote, NoPreview, type PreviewFailure, previewFailureOf } from './preview-notes';
import { mostShown, readTextBeginning, type TextBeginning } from './text-beginning';

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
