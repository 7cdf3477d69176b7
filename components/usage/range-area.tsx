import type { ReactNode } from 'react';

interface RangeAreaProps {
  /** What the range contains, in a sentence. */
  note: string | undefined;
  /** Never replaced, so that it keeps what was typed. */
  picker: ReactNode;
  /** What is shown under the range is about to be replaced. */
  stale: boolean;
  /** Null where there is nothing to show but the way to choose another range. */
  children: ReactNode;
}

/** The choice of a range, and all that stands under it. */
export function RangeArea({ note, picker, stale, children }: RangeAreaProps) {
  return (
    <>
      <div className="mb-4 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <p className="text-[15px] leading-[34px] max-sm:min-h-[2lh] max-sm:leading-normal" role="status">
          {note}
        </p>
        {picker}
      </div>
      {children ? (
        <div
          aria-busy={stale || undefined}
          className="transition-opacity duration-150 aria-busy:opacity-55 motion-reduce:transition-none"
        >
          {children}
        </div>
      ) : null}
    </>
  );
}
