'use client';
import { type ComponentProps, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { SearchField } from '@/components/ui/filter-bar';
import { Select } from '@/components/ui/form';
import { fullName } from './admin-user';
import { type UserOption, useUserOptions } from './use-user-options';

interface UserSelectProps extends Omit<ComponentProps<'select'>, 'value' | 'onChange'> {
  accountId: string;
  /** The id of the chosen user; empty for none. */
  value: string;
  onChange: (userId: string) => void;
  /** The option for none: `Select a user`. */
  emptyLabel: string;
}

/** Chooses one of the account's users, by name; if there are many, among those that a search finds. */
export function UserSelect({ accountId, value, onChange, emptyLabel, ...control }: UserSelectProps) {
  const [words, setWords] = useState('');
  const select = useRef<HTMLSelectElement>(null);
  const { options, hasMore, failed, retry } = useUserOptions(accountId, words, value);
  const searched = words !== '' || hasMore;
  const isKnown = options.some(({ id }) => id === value);
  return (
    <>
      <Select {...control} onChange={({ target }) => onChange(target.value)} ref={select} value={value}>
        <option value="">{emptyLabel}</option>
        {/* The address may name a user of another account, or one who is yet to be read. */}
        {value !== '' && !isKnown && <option value={value}>{value}</option>}
        {options.map((user) => (
          <option key={user.id} value={user.id}>
            {optionText(user)}
          </option>
        ))}
      </Select>
      {searched && (
        <SearchField
          className="mt-2"
          label={
            <span className="font-normal text-[13.5px] text-muted">Not listed? Find by name or email</span>
          }
          name="user_search"
          onSearch={setWords}
          value={words}
        />
      )}
      <div className={failed ? 'mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5' : undefined}>
        <p className="text-[13.5px] text-red" role="alert">
          {failed ? "The users couldn't be loaded." : ''}
        </p>
        {failed && (
          <Button
            onClick={() => {
              // The button is about to go.
              select.current?.focus();
              retry();
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

function optionText(user: UserOption): string {
  const name = fullName(user);
  const known = name ? `${name} (${user.email})` : user.email;
  return user.status === 'DISABLED' ? `${known}, disabled` : known;
}
