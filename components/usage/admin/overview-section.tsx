import { type ReactNode, useId } from 'react';
import { SectionTitle } from '@/components/ui/section-title';

interface OverviewSectionProps {
  title: string;
  /** What it covers, in a few words beside the title. */
  note?: string;
  className?: string;
  children: ReactNode;
}

/** A titled part of the overview. */
export function OverviewSection({ title, note, className = '', children }: OverviewSectionProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={`min-w-0 ${className}`}>
      <div className="mb-3 items-baseline justify-between gap-x-6 sm:flex">
        <SectionTitle id={titleId}>{title}</SectionTitle>
        {note ? <p className="text-[13.5px] text-muted max-sm:min-h-[2lh]">{note}</p> : null}
      </div>
      {children}
    </section>
  );
}
