import { FileGone } from './fetch-file';

/** Why there's no preview. */
export type PreviewFailure = 'failed' | 'gone';

/** @param error an error of `fetchFile`, or of the reading of its response */
export const previewFailureOf = (error: unknown): PreviewFailure =>
  error instanceof FileGone ? 'gone' : 'failed';

const remedies: Readonly<Record<PreviewFailure, string>> = {
  failed: 'Download the file instead.',
  gone: 'Reload the page.',
};

/** A line in the place of a preview that isn't there. */
export function NoPreview({ state }: { state: 'loading' | PreviewFailure }) {
  if (state === 'loading') return <p className="text-[14.5px] text-muted">Loading preview...</p>;
  return (
    <p className="text-[14.5px] text-red" role="alert">
      The preview couldn't be loaded. {remedies[state]}
    </p>
  );
}

/** @param shown how much of the file: `100 KiB` */
export function CutNote({ shown }: { shown: string }) {
  return (
    <p className="text-[13.5px] text-muted">
      Only the first {shown} are shown. Download the file for all of it.
    </p>
  );
}
