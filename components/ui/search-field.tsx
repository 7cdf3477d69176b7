'use client';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { limits } from '@/lib/config/limits';
import { Field } from './field';
import { Input } from './input';

/** How long typing pauses, in milliseconds, before it counts as a search. */
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

/** Searches as one types, and at once on Enter. */
export function SearchField({ label, name, value, onSearch, className, placeholder }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // What was searched for elsewhere, as by the browser's Back, is what stands here.
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    if (value !== typed.trim()) setTyped(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);

  const search = (words: string) => {
    clearTimeout(timer.current);
    if (words.trim() !== value) onSearch(words.trim());
  };
  return (
    <Field className={className} label={label}>
      {(control) => (
        <Input
          {...control}
          autoComplete="off"
          maxLength={limits.search.max}
          name={name}
          onChange={({ target }) => {
            setTyped(target.value);
            clearTimeout(timer.current);
            timer.current = setTimeout(() => search(target.value), pause);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            search(typed);
          }}
          placeholder={placeholder}
          type="search"
          value={typed}
        />
      )}
    </Field>
  );
}
