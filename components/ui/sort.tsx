import { chosen } from './use-address';

/** A list's order, by a field of the API. */
export interface Sort<Field extends string = string> {
  field: Field;
  descending: boolean;
}

interface SortButtonProps<Field extends string> {
  label: string;
  field: Field;
  sort: Sort<Field>;
  onSort: (sort: Sort<Field>) => void;
}

/** The head of a column that sorts by it: ascending first, descending when pressed again. */
export function SortButton<Field extends string>({ label, field, sort, onSort }: SortButtonProps<Field>) {
  const sorted = sort.field === field;
  return (
    <button
      className="-mx-1 -my-1.5 inline-flex cursor-pointer items-center gap-1 rounded-[4px] px-1 py-1.5 font-semibold hover:text-text"
      onClick={() => onSort({ field, descending: sorted && !sort.descending })}
      type="button"
    >
      {label}
      <span aria-hidden="true" className={sorted ? 'text-text' : 'opacity-0'}>
        {sorted && sort.descending ? '↓' : '↑'}
      </span>
    </button>
  );
}

/** An order in one word, as an address keeps it: `email`, downwards `-email`. */
export const sortWord = ({ field, descending }: Sort): string => `${descending ? '-' : ''}${field}`;

/** The order that such a word names, or null if it names none of the fields. */
export function readSort<Field extends string>(
  fields: Readonly<Record<Field, unknown>>,
  word: string | null,
): Sort<Field> | null {
  const descending = word?.startsWith('-') ?? false;
  const field = chosen(fields, word && descending ? word.slice(1) : word);
  return field && { field, descending };
}
