'use client';
import Link from 'next/link';
import { Fragment, type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { splitAtWords } from '@/lib/rules/search-text';
import { Input } from './form';

/** Something that can be chosen: a page to go to, or a deed. */
export interface SearchOption {
  /** Unique in its list; an option keeps being the chosen one while others come and go. */
  key: string;
  title: string;
  /** Under the title. */
  detail?: string | undefined;
  /** Two lines at most, under the detail. */
  excerpt?: string;
  /** Whether a word of title or excerpt is marked as found. */
  isFound?: (word: string) => boolean;
  /** Belongs to the option above it. */
  indented?: boolean;
  /** The page it opens: it then is a link. */
  href?: string;
  run?: () => void;
}

export interface SearchGroup {
  /** Without one, the group has no heading. */
  title?: string;
  options: SearchOption[];
}

interface SearchListProps {
  /** Names the field for screen readers. */
  label: string;
  placeholder: string;
  query: string;
  onQuery: (query: string) => void;
  groups: SearchGroup[];
  /** A message about the results, in a line. */
  message: string;
  onChoose: (option: SearchOption) => void;
  className?: string;
  /** Below the results: what couldn't be searched. */
  children?: ReactNode;
}

/**
 * A field and what it finds, as typed: arrow keys choose, Enter and a press open. Results with a page are links, which
 * open in another tab as links do.
 */
export function SearchList({
  label,
  placeholder,
  query,
  onQuery,
  groups,
  message,
  onChoose,
  className = '',
  children,
}: SearchListProps) {
  const id = useId();
  const [key, setKey] = useState<string | null>(null);
  const shown = groups.filter(({ options }) => options.length > 0);
  const options = shown.flatMap((group) => group.options);
  const found = options.findIndex((option) => option.key === key);
  const chosen = Math.max(0, found);
  const chosenId = options.length > 0 ? `${id}-${chosen}` : undefined;
  const firstOf = (group: SearchGroup) => options.indexOf(group.options[0] as SearchOption);

  useEffect(() => {
    if (chosenId) document.getElementById(chosenId)?.scrollIntoView({ block: 'nearest' });
  }, [chosenId]);

  const move = (event: KeyboardEvent) => {
    // These keys belong to the input method; Safari doesn't mark the Enter that ends a composition, but gives it code 229.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0) {
      event.preventDefault();
      setKey(options[(chosen + step + options.length) % options.length]?.key ?? null);
    }
    const option = options[chosen];
    if (event.key === 'Enter' && option) {
      event.preventDefault();
      // As a press does: a guard of unsaved changes may ask first.
      document.getElementById(`${id}-${chosen}`)?.click();
    }
  };

  return (
    <>
      <Input
        aria-activedescendant={chosenId}
        aria-autocomplete="list"
        aria-controls={id}
        aria-expanded={options.length > 0}
        aria-label={label}
        autoComplete="off"
        autoFocus
        className={className}
        onChange={({ target }) => {
          onQuery(target.value);
          setKey(null);
        }}
        onKeyDown={move}
        placeholder={placeholder}
        role="combobox"
        type="search"
        value={query}
      />
      <p className="mt-3 text-[13.5px] text-muted" role="status">
        {message}
      </p>
      <div
        aria-label="Results"
        className="mt-2 max-h-[min(52dvh,460px)] overflow-y-auto empty:hidden"
        id={id}
        role="listbox"
      >
        {shown.map((group) => (
          <OptionGroup group={group} key={group.title ?? ''}>
            {group.options.map((option, index) => (
              <Option
                chosen={firstOf(group) + index === chosen}
                id={`${id}-${firstOf(group) + index}`}
                key={option.key}
                onChoose={onChoose}
                option={option}
              />
            ))}
          </OptionGroup>
        ))}
      </div>
      {children}
    </>
  );
}

function OptionGroup({ group, children }: { group: SearchGroup; children: ReactNode }) {
  const id = useId();
  if (!group.title) return children;
  return (
    <fieldset aria-labelledby={id} className="mb-2 min-w-0 last:mb-0">
      <p
        className="sticky top-0 bg-white px-3 pt-1.5 pb-1 font-mono font-semibold text-[11px] text-muted uppercase tracking-[0.08em]"
        id={id}
        role="presentation"
      >
        {group.title}
      </p>
      {children}
    </fieldset>
  );
}

interface OptionProps {
  id: string;
  option: SearchOption;
  chosen: boolean;
  onChoose: (option: SearchOption) => void;
}

function Option({ id, option, chosen, onChoose }: OptionProps) {
  const { title, detail, excerpt, isFound, indented = false, href } = option;
  const shared = {
    id,
    role: 'option',
    'aria-selected': chosen,
    tabIndex: -1,
    className: `block w-full cursor-pointer text-left rounded-control px-3 py-2 no-underline aria-selected:bg-paper-2 hover:bg-paper-2 ${indented ? 'ml-4' : ''}`,
  };
  const content = (
    <>
      <bdi className="wrap-anywhere block font-semibold text-[14.5px]">
        <FoundWords isFound={isFound} text={title} />
      </bdi>
      {detail && <bdi className="wrap-anywhere block text-[13px] text-muted">{detail}</bdi>}
      {excerpt && (
        <span className="line-clamp-2 text-[13.5px] text-muted">
          <FoundWords isFound={isFound} text={excerpt} />
        </span>
      )}
    </>
  );
  if (!href)
    return (
      <button {...shared} onClick={() => onChoose(option)} type="button">
        {content}
      </button>
    );
  return (
    <Link
      {...shared}
      href={href}
      onNavigate={(event) => {
        event.preventDefault();
        onChoose(option);
      }}
      prefetch={false}
    >
      {content}
    </Link>
  );
}

interface FoundWordsProps {
  text: string;
  /** By default, no word is marked. */
  isFound?: ((word: string) => boolean) | undefined;
}

/** A text with the words marked that a search found. */
function FoundWords({ text, isFound }: FoundWordsProps) {
  if (!isFound) return text;
  return splitAtWords(text).map((piece, index) => {
    const key = `${index}${piece}`;
    const isMarked = index % 2 === 1 && isFound(piece);
    return isMarked ? (
      <mark className="rounded-[3px] bg-signal-glow/35 text-text" key={key}>
        {piece}
      </mark>
    ) : (
      <Fragment key={key}>{piece}</Fragment>
    );
  });
}
