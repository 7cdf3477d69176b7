import { type ReactNode, useState } from 'react';

interface OpenedDetailsProps {
  summary: ReactNode;
  /** Mounted once the reader has opened it, so that it loads nothing before. */
  children: ReactNode;
}

/** A part of a page that is folded away, and loaded when it is opened for the first time. */
export function OpenedDetails({ summary, children }: OpenedDetailsProps) {
  const [opened, setOpened] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpened((before) => before || currentTarget.open)}>
      <summary className="w-fit cursor-pointer rounded-control py-1 text-[14.5px] text-muted hover:text-text">
        {summary}
      </summary>
      {opened && <div className="mt-2 grid gap-3">{children}</div>}
    </details>
  );
}
