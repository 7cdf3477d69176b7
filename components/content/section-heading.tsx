import type { ComponentProps, ReactNode } from 'react';

/** A heading that links to itself, under its own name. */
export function SectionHeading({ children, id, ...rest }: ComponentProps<'h2'>) {
  return (
    <h2 id={id} {...rest}>
      <SelfLink id={id}>{children}</SelfLink>
    </h2>
  );
}

export function SubsectionHeading({ children, id, ...rest }: ComponentProps<'h3'>) {
  return (
    <h3 id={id} {...rest}>
      <SelfLink id={id}>{children}</SelfLink>
    </h3>
  );
}

function SelfLink({ id, children }: { id: string | undefined; children: ReactNode }) {
  return (
    <a href={`#${id}`}>
      {children}
      <span aria-hidden>#</span>
    </a>
  );
}
