import type { ComponentProps } from 'react';

/** A table of a text; it scrolls in its own box if the page is too narrow. */
export function ContentTable(props: ComponentProps<'table'>) {
  return (
    <section className="table-box" data-scroll-box="">
      <table {...props} />
    </section>
  );
}
