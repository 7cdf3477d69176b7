'use client';
import { useCallback } from 'react';
import { useClient } from 'urql';
import { changedMeanwhile } from '@/lib/format/changed-meanwhile';
import { changeRecord } from '@/lib/graphql-client/change-record';
import { type Loaded, useLoaded } from '@/lib/graphql-client/use-loaded';
import type { AccountRecord } from './account-record';
import type { AccountChange } from './change-account';
import { fetchAccount } from './fetch-account';

/** Makes a change. @throws Error that says what went wrong, and what somebody else changed meanwhile */
export type MakeChange = (
  change: AccountChange,
  /** Whether an account is as the change would have it: one whose answer was lost may have been made all the same. */
  isMade: (account: AccountRecord) => boolean,
) => Promise<AccountRecord>;

interface LoadedAccount {
  status: 'ready';
  account: AccountRecord;
  /** Shows a record that was read elsewhere, newer than the one there is. */
  replace: (account: AccountRecord) => void;
  change: MakeChange;
}

type AccountState = Exclude<Loaded<AccountRecord>, { status: 'ready' }> | LoadedAccount;

/** An account, read when the screen opens, and the one record that all its sections show and change. */
export function useAccount(accountId: string): AccountState {
  const client = useClient();
  const read = useCallback(() => fetchAccount(client, accountId), [client, accountId]);
  const loaded = useLoaded(read, 'The account could not be loaded.');
  if (loaded.status !== 'ready') return loaded;

  const { data: account, replace } = loaded;
  const change: MakeChange = (make, isMade) =>
    changeRecord(account, {
      make: () => make(client, account),
      read,
      show: replace,
      isMade,
      meanwhile: (before, after) => changedMeanwhile(before, after, words),
    });
  return { status: 'ready', account, replace, change };
}

const words = {
  account_name: 'Account Name',
  plan: { label: 'Plan', format: ({ plan_name }: AccountRecord['plan']) => plan_name },
  status: {
    label: 'Status',
    format: (status: AccountRecord['status']) => (status === 'ACTIVE' ? 'Active' : 'Canceled'),
  },
};
