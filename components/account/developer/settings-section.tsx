import { type ReactNode, useId } from 'react';
import { SectionTitle } from '@/components/ui/section-title';
import { SettingsRow } from './settings-row';

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
