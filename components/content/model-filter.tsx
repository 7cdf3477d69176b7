'use client';
import { useId, useState } from 'react';
import { Field, Input } from '@/components/ui/form';
import { formatQuantity } from '@/lib/format/number';

const modelRows = () => [
  ...document.querySelectorAll<HTMLTableRowElement>('.prose table[data-filtered] tbody tr'),
];

/** Hides the rows of the page's tables of models that don't contain the typed words. */
export function ModelFilter() {
  const id = useId();
  const [message, setMessage] = useState('');
  const filter = (text: string) => {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const rows = modelRows();
    for (const row of rows) {
      const content = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => content.includes(word));
    }
    const shown = rows.filter((row) => !row.hidden).length;
    setMessage(words.length > 0 ? formatQuantity(shown, { one: 'model', other: 'models' }) : '');
  };
  return (
    <search aria-label="Models" className="block max-w-[420px]">
      <Field label="Filter models">
        {(control) => (
          <Input
            {...control}
            aria-controls={id}
            autoComplete="off"
            onChange={({ target }) => filter(target.value)}
            placeholder="A name, an ability, a price"
            type="search"
          />
        )}
      </Field>
      <p className="mt-1 min-h-[1.5em] text-[13.5px] text-muted" id={id} role="status">
        {message}
      </p>
    </search>
  );
}
