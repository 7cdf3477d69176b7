import { type ReactNode, useId } from 'react';
import { SectionTitle } from '@/components/ui/section-title';

type SettingsSectionProps = {
  /** What its address ends in: `/dashboard/account#profile`. */
  id: string;
  title: string;
  /** What it is about, in one line. */
  about: string;
  children: ReactNode;
};

/** One section of the settings: its title and what it is about, then its controls. */
export function SettingsSection({ id, title, about, children }: SettingsSectionProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} id={id}>
      <SettingsRow
        left={
          <>
            <SectionTitle className="mb-1" id={titleId}>
              {title}
            </SectionTitle>
            <p className="text-[15px] text-muted">{about}</p>
          </>
        }
      >
        {children}
      </SettingsRow>
    </section>
  );
}

/** A row under a rule: a narrow column and a wide one, stacked if the page is narrow. */
export function SettingsRow({ left, children }: { left?: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-x-12 gap-y-5 border-rule border-t py-9 lg:grid-cols-[280px_minmax(0,1fr)]">
      <div>{left}</div>
      <div className="min-w-0 max-w-[560px]">{children}</div>
    </div>
  );
}
