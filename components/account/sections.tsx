import { type ReactNode, type Ref, useId } from 'react';
import { SectionTitle } from '@/components/ui/titles';

interface AccountSectionProps {
  title: string;
  /** Makes the section reachable by the address's hash. */
  id?: string;
  /** Takes the focus when the control that had it has gone. */
  titleRef?: Ref<HTMLHeadingElement>;
  className?: string;
  children: ReactNode;
}

/** One section of the account page, under a rule. */
export function AccountSection({ title, id, titleRef, className = '', children }: AccountSectionProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={`border-rule border-t pt-6 pb-9 ${className}`} id={id}>
      <SectionTitle className="mb-3 w-fit" id={titleId} ref={titleRef} tabIndex={titleRef ? -1 : undefined}>
        {title}
      </SectionTitle>
      {children}
    </section>
  );
}

/** The classes of a part of the settings: a rule above it, and the space around it. */
export const settingsPart = 'border-rule border-t py-9';

interface SettingsSectionProps {
  /** The end of its address: `/dashboard/account#profile`. */
  id: string;
  title: string;
  /** For sections that move the focus to their title. */
  titleRef?: Ref<HTMLHeadingElement>;
  /** Its subject, in a sentence or two. */
  about: string;
  /** Whether its content, such as a table, takes the whole width. */
  wide?: boolean;
  children: ReactNode;
}

/** One section of the settings: its title and what it is about, then its controls. All have this layout. */
export function SettingsSection({
  id,
  title,
  titleRef,
  about,
  wide = false,
  children,
}: SettingsSectionProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={settingsPart} id={id}>
      <SectionTitle className="mb-1 w-fit" id={titleId} ref={titleRef} tabIndex={titleRef ? -1 : undefined}>
        {title}
      </SectionTitle>
      <p className="mb-5 text-[15px] text-muted">{about}</p>
      <div className={wide ? '' : 'max-w-[560px]'}>{children}</div>
    </section>
  );
}
