'use client';
import { useCallback, useEffect, useState } from 'react';
import { useClient } from 'urql';
import { changedMeanwhile } from '@/lib/format/changed-meanwhile';
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

export type AccountState = { status: 'loading' } | { status: 'failed'; retry: () => void } | LoadedAccount;

/** An account, read when the screen opens, and the one record that all its sections show and change. */
export function useAccount(accountId: string): AccountState {
  const client = useClient();
  const [account, setAccount] = useState<AccountRecord | null>(null);
  const [failed, setFailed] = useState(false);

  const load = useCallback(async () => {
    setFailed(false);
    try {
      setAccount(await fetchAccount(client, accountId));
    } catch (error) {
      console.warn('The account could not be loaded.', error);
      setFailed(true);
    }
  }, [client, accountId]);
  useEffect(() => void load(), [load]);

  if (!account) return failed ? { status: 'failed', retry: load } : { status: 'loading' };

  const change: MakeChange = async (make, isMade) => {
    try {
      const made = await make(client, account);
      setAccount(made);
      return made;
    } catch (error) {
      const present = await fetchAccount(client, accountId).catch(() => account);
      setAccount(present);
      if (isMade(present)) return present;
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error([reason, changedMeanwhile(account, present, words)].filter(Boolean).join(' '));
    }
  };
  return { status: 'ready', account, replace: setAccount, change };
}

const words = {
  account_name: 'Account Name',
  plan: { label: 'Plan', format: ({ plan_name }: AccountRecord['plan']) => plan_name },
  status: {
    label: 'Status',
    format: (status: AccountRecord['status']) => (status === 'ACTIVE' ? 'Active' : 'Canceled'),
  },
};
