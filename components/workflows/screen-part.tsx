import { type ReactNode, useId } from 'react';
import { SectionTitle } from '@/components/ui/titles';

interface ScreenPartProps {
  title: string;
  /** Next to the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** A part of a screen on which something is written, under its title. */
export function ScreenPart({ title, action, children }: ScreenPartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="mb-3 flex min-h-[34px] flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <SectionTitle className="wrap-anywhere min-w-0" id={id}>
          {title}
        </SectionTitle>
        {action}
      </div>
      {children}
    </section>
  );
}
