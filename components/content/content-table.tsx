import type { ComponentProps } from 'react';
import { ScrollBox } from '@/components/ui/scroll-box';

/** A table of a text; it scrolls in its own box where the page is too narrow. */
export function ContentTable(props: ComponentProps<'table'>) {
  return (
    <ScrollBox className="table-box">
      <table {...props} />
    </ScrollBox>
  );
}
