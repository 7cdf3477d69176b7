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
