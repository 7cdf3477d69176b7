'use client';
import { useCallback, useEffect, useState } from 'react';
import { useClient } from 'urql';
import type { AccountRecord } from './account-record';
import { fetchPlanChoices, type PlanChoices } from './plan-choices';

type PlanChoicesState =
  | { status: 'loading' }
  | { status: 'failed'; retry: () => void }
  | { status: 'ready'; choices: Omit<PlanChoices, 'account'> };

/**
 * The plans to choose from, read when somebody is about to choose.
 * @param onAccount is given the account as it is by then; the same function on every render
 */
export function usePlanChoices(
  accountId: string,
  onAccount: (account: AccountRecord) => void,
): PlanChoicesState {
  const client = useClient();
  const [state, setState] = useState<PlanChoicesState>({ status: 'loading' });
  const load = useCallback(async () => {
    setState({ status: 'loading' });
    try {
      const { account, ...choices } = await fetchPlanChoices(client, accountId);
      onAccount(account);
      setState({ status: 'ready', choices });
    } catch (error) {
      console.warn('The plans could not be loaded.', error);
      setState({ status: 'failed', retry: load });
    }
  }, [client, accountId, onAccount]);
  useEffect(() => void load(), [load]);
  return state;
}
