'use client';
import { type ComponentProps, useRef } from 'react';
import { Button } from './button';
import { SearchField } from './filter-bar';
import { Select } from './form';

/** As many options as a person can look through; if there are more, they search. */
export const mostOptions = 100;

interface SearchedSelectProps extends Omit<ComponentProps<'select'>, 'value' | 'onChange'> {
  /** The id of the chosen option; empty for none. */
  value: string;
  onChange: (id: string) => void;
  /** The option for none. */
  emptyLabel: string;
  options: readonly { id: string; text: string }[];
  /** There are more than are listed. */
  hasMore: boolean;
  /** The words that the options were searched by. */
  words: string;
  onSearch: (words: string) => void;
  searchName: string;
  /** `Not listed? Find by name` */
  searchLabel: string;
  /** Why the options are missing, in a sentence; null if they aren't. */
  failure: string | null;
  onRetry: () => void;
}

/** Chooses one of several records; if there are many, among the results of a search. */
export function SearchedSelect({
  value,
  onChange,
  emptyLabel,
  options,
  hasMore,
  words,
  onSearch,
  searchName,
  searchLabel,
  failure,
  onRetry,
  ...control
}: SearchedSelectProps) {
  const select = useRef<HTMLSelectElement>(null);
  const isKnown = options.some(({ id }) => id === value);
  return (
    <>
      <Select {...control} onChange={({ target }) => onChange(target.value)} ref={select} value={value}>
        <option value="">{emptyLabel}</option>
        {/* The address may name another account's record. Or the record isn't loaded yet. */}
        {value !== '' && !isKnown && <option value={value}>{value}</option>}
        {options.map(({ id, text }) => (
          <option key={id} value={id}>
            {text}
          </option>
        ))}
      </Select>
      {(words !== '' || hasMore) && (
        <SearchField
          className="mt-2"
          label={<span className="font-normal text-[13.5px] text-muted">{searchLabel}</span>}
          name={searchName}
          onSearch={onSearch}
          value={words}
        />
      )}
      <div className={failure ? 'mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5' : undefined}>
        <p className="text-[13.5px] text-red" role="alert">
          {failure}
        </p>
        {failure && (
          <Button
            onClick={() => {
              // The button is about to go.
              select.current?.focus();
              onRetry();
            }}
            size="small"
            variant="line"
          >
            Try again
          </Button>
        )}
      </div>
    </>
  );
}
