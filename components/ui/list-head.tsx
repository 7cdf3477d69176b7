import type { ReactNode } from 'react';

interface ListHeadProps {
  /** What the list is doing, or which part of it is shown; can be empty. */
  line: string;
  action?: ReactNode;
  className?: string | undefined;
}

/** The row above a list, as high in every state, so that nothing below it moves. */
export function ListHead({ line, action, className = '' }: ListHeadProps) {
  return (
    <div className={`mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 ${className}`}>
      <p className="min-h-6 text-[15px] text-muted" role="status">
        {line}
      </p>
      {action}
    </div>
  );
}
