'use client';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { limits } from '@/lib/config/limits';
import type { CursorListState } from '@/lib/graphql-client/use-cursor-list';
import { Field, Input, Select } from './form';
import { useFocusLost } from './use-focus-lost';

/**
 * Whether a list has something to filter: not if it's known to have no rows although no filter applies. While it loads,
 * it may have some, so that the filters of most lists never move.
 */
export const isFilterable = (list: CursorListState<unknown>, isFiltered: boolean): boolean =>
  isFiltered || list.status !== 'ready' || list.turning || list.rows.length > 0;

interface FilterBarProps {
  /** The filters are disappearing with the focus; the same function on every render. */
  onFocusLost: () => void;
  className?: string;
  children: ReactNode;
}

/** The filters and the order of a list; shown only if there is something to filter. */
export function FilterBar({ onFocusLost, className = '', children }: FilterBarProps) {
  const bar = useFocusLost<HTMLElement>(onFocusLost);
  return (
    <search aria-label="Filters" className={`block print:hidden ${className}`} ref={bar}>
      {children}
    </search>
  );
}

interface FilterSelectProps {
  label: string;
  name: string;
  /** The labels of the choices by value, in order. */
  options: Record<string, string>;
  /** The label of no choice; undefined if a choice is required. */
  all?: string;
  /** Empty for no choice. */
  value: string;
  onChange: (value: string) => void;
  className?: string;
  /** Whether the label is only for screen readers. */
  bare?: boolean;
}

/** Chooses a list's filter or order. */
export function FilterSelect({
  label,
  name,
  options,
  all,
  value,
  onChange,
  className,
  bare,
}: FilterSelectProps) {
  const select = (control: { id: string } | { 'aria-label': string }) => (
    <Select {...control} name={name} onChange={({ target }) => onChange(target.value)} value={value}>
      {all !== undefined && <option value="">{all}</option>}
      {Object.entries(options).map(([choice, text]) => (
        <option key={choice} value={choice}>
          {text}
        </option>
      ))}
    </Select>
  );
  if (bare) return <div className={className}>{select({ 'aria-label': label })}</div>;
  return (
    <Field className={className} label={label}>
      {select}
    </Field>
  );
}

/** How long a pause in typing is, in milliseconds, before the search starts. */
const pause = 250;

interface SearchFieldProps {
  label: ReactNode;
  name: string;
  /** The current search. */
  value: string;
  onSearch: (words: string) => void;
  className?: string;
  placeholder?: string;
  /** Why the current search can't be used, in a sentence. */
  error?: string | undefined;
}

/** Searches while typing, and at once on Enter. */
export function SearchField({
  label,
  name,
  value,
  onSearch,
  className,
  placeholder,
  error,
}: SearchFieldProps) {
  const { text, type, ask } = useDraft(value, onSearch);
  const words = text.trim();
  const search = (next: string) => {
    if (next !== value.trim()) ask(next);
  };
  const searchLater = useEffectEvent(search);
  useEffect(() => {
    const timer = setTimeout(() => searchLater(words), pause);
    return () => clearTimeout(timer);
  }, [words]);
  return (
    <Field className={className} error={error} label={label}>
      {(control) => (
        <Input
          {...control}
          autoComplete="off"
          maxLength={limits.search.max}
          name={name}
          onChange={({ target }) => type(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            search(words);
          }}
          placeholder={placeholder}
          type="search"
          value={text}
        />
      )}
    </Field>
  );
}

/**
 * The text of a field while it's being typed, before it becomes the field's value. A value that the field didn't ask
 * for, for example on Back, replaces the text.
 * @param onAsk asks for another value
 */
export function useDraft(value: string, onAsk: (value: string) => void) {
  const [draft, setDraft] = useState({ text: value, known: value, asked: value });
  if (draft.known !== value) {
    // The value that it asked for can arrive after more was typed.
    const text = value === draft.asked ? draft.text : value;
    setDraft({ text, known: value, asked: value });
  }
  return {
    text: draft.text,
    type: (text: string) => setDraft((before) => ({ ...before, text })),
    ask: (asked: string) => {
      setDraft((before) => ({ ...before, asked }));
      onAsk(asked);
    },
  };
}
