import type { ReactNode, Ref } from 'react';

interface AdminTitleProps {
  children: ReactNode;
  /** What the page is about, or what it is doing, in one line; it keeps its place while empty. */
  note?: ReactNode;
  /** What acts on the whole page, to the right: a button, the range. */
  actions?: ReactNode;
  /** Takes the focus where the control that had it has gone. */
  ref?: Ref<HTMLHeadingElement>;
}

/** The head of a page of the console. */
export function AdminTitle({ children, note, actions, ref }: AdminTitleProps) {
  return (
    <div className="mb-7 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1
          className="w-fit font-semibold text-[26px] leading-tight tracking-[-0.02em]"
          ref={ref}
          tabIndex={-1}
        >
          {children}
        </h1>
        {note !== undefined && (
          <p className="mt-1 min-h-[1lh] text-[15px] text-muted" role="status">
            {note}
          </p>
        )}
      </div>
      {actions}
    </div>
  );
}
