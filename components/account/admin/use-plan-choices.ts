'use client';
import { useCallback, useEffect } from 'react';
import { useClient } from 'urql';
import { type Loaded, useLoaded } from '@/lib/graphql-client/use-loaded';
import type { AccountRecord } from './account-record';
import { fetchPlanChoices, type PlanChoices } from './plan-choices';

/**
 * The plans to choose from, read when somebody is about to choose.
 * @param onAccount is given the account as it is by then, unless nobody waits any more; the same on every render
 */
export function usePlanChoices(
  accountId: string,
  onAccount: (account: AccountRecord) => void,
): Loaded<PlanChoices> {
  const client = useClient();
  const read = useCallback(() => fetchPlanChoices(client, accountId), [client, accountId]);
  const loaded = useLoaded(read, 'The plans could not be loaded.');
  const account = loaded.status === 'ready' ? loaded.data.account : null;
  useEffect(() => {
    if (account) onAccount(account);
  }, [account, onAccount]);
  return loaded;
}
