import type { ReactNode } from 'react';

interface ListHeadProps {
  /** What the list is doing, or which part of it this is; empty where there is nothing to say. */
  line: string;
  action: ReactNode;
}

/** The row above a list: as high in every state, so that what follows stays where it is. */
export function ListHead({ line, action }: ListHeadProps) {
  return (
    <div className="mb-3 flex min-h-[34px] flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <p className="text-[15px] text-muted" role="status">
        {line}
      </p>
      {action}
    </div>
  );
}
