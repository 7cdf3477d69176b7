import type { ComponentProps, ReactNode, Ref } from 'react';

interface PageTitleProps {
  children: ReactNode;
  /** The page's subject, or its state, in one line, which keeps its height while empty. */
  note?: ReactNode;
  /** Controls for the whole page, on the right. */
  actions?: ReactNode;
  /** Takes the focus if the focused control disappears. */
  ref?: Ref<HTMLHeadingElement>;
}

/** The head of a page of the console. */
export function PageTitle({ children, note, actions, ref }: PageTitleProps) {
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

/** The heading of a part of a screen. */
export function SectionTitle({ className = '', ...props }: ComponentProps<'h2'>) {
  return <h2 {...props} className={`font-semibold text-[18px] tracking-[-0.01em] ${className}`} />;
}
