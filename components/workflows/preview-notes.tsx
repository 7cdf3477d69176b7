/** A line in the place of a preview that isn't there. */
export function NoPreview({ state }: { state: 'loading' | 'failed' }) {
  if (state === 'loading') return <p className="text-[14.5px] text-muted">Loading preview...</p>;
  return (
    <p className="text-[14.5px] text-red" role="alert">
      The preview couldn't be loaded. Download the file instead.
    </p>
  );
}

/** @param shown how much of the file: `100 kB` */
export function CutNote({ shown }: { shown: string }) {
  return <p className="text-[13.5px] text-muted">The first {shown}. Download the file for all of it.</p>;
}
