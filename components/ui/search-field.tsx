'use client';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { limits } from '@/lib/config/limits';
import { Field } from './field';
import { Input } from './input';
import { useDraft } from './use-draft';

/** How long a pause in typing is, in milliseconds, before the search starts. */
const pause = 250;

interface SearchFieldProps {
  label: ReactNode;
  name: string;
  /** What is searched for now. */
  value: string;
  onSearch: (words: string) => void;
  className?: string;
  placeholder?: string;
}

/** Searches while typing, and at once on Enter. */
export function SearchField({ label, name, value, onSearch, className, placeholder }: SearchFieldProps) {
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
    <Field className={className} label={label}>
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
