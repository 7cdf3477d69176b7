import type { ReactNode } from 'react';

/** The looks of the backdrop and the panel, which dialogs and alert dialogs share. */
export const dialogLook = {
  backdrop:
    'fixed inset-0 z-40 bg-ink/55 transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0 motion-reduce:transition-none',
  viewport: 'fixed inset-0 z-50 grid place-items-center overflow-y-auto p-4',
  popup:
    'w-full rounded-dialog border border-rule bg-white px-7 py-6.5 text-text shadow-[0_30px_80px_-20px_#0b121088] transition duration-150 data-ending-style:opacity-0 data-starting-style:translate-y-1.5 data-starting-style:opacity-0 motion-reduce:transition-none max-sm:px-5',
  narrow: 'max-w-[430px]',
  wide: 'max-w-[640px] self-start sm:mt-[8vh]',
  title: 'text-[20px] leading-tight font-semibold tracking-[-0.02em]',
  description: 'mt-2 text-[15px] text-muted',
};

/** The row of buttons at the end of a dialog, its action first. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-5.5 flex flex-wrap gap-2.5 max-sm:*:grow">{children}</div>;
}
