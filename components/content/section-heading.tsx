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
    <a href={`#${id}`} className="group text-inherit no-underline">
      {children}
      <span
        aria-hidden
        className="ml-[0.4em] font-normal text-muted opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100"
      >
        #
      </span>
    </a>
  );
}
