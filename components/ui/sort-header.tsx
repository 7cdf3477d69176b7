'use client';
import { ColumnHeader } from './table';

/** What a list is sorted by; a field of the API's. */
export interface Sort<Field extends string = string> {
  field: Field;
  descending: boolean;
}

interface SortHeaderProps<Field extends string> {
  label: string;
  field: Field;
  sort: Sort<Field>;
  onSort: (sort: Sort<Field>) => void;
}

/** A column's head that sorts by the column: ascending first, descending when pressed again. */
export function SortHeader<Field extends string>({ label, field, sort, onSort }: SortHeaderProps<Field>) {
  const sorted = sort.field === field;
  const order = sort.descending ? 'descending' : 'ascending';
  return (
    <ColumnHeader aria-sort={sorted ? order : undefined}>
      <button
        className="-mx-1 -my-1.5 inline-flex cursor-pointer items-center gap-1 rounded-[4px] px-1 py-1.5 font-semibold hover:text-text aria-pressed:text-text"
        onClick={() => onSort({ field, descending: sorted && !sort.descending })}
        type="button"
      >
        {label}
        <span aria-hidden="true" className={sorted ? 'text-text' : 'opacity-0'}>
          {sorted && sort.descending ? '↓' : '↑'}
        </span>
      </button>
    </ColumnHeader>
  );
}
