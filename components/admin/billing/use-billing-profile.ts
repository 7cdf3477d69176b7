'use client';
import { useCallback, useEffect, useState } from 'react';
import { useClient } from 'urql';
import { changedMeanwhile } from '@/lib/format/changed-meanwhile';
import type { BillingChanges } from '@/lib/validation/billing';
import { billingFields, billingForm, billingNames } from './billing-fields';
import type { BillingRecord } from './billing-record';
import { fetchBillingProfile } from './fetch-billing-profile';
import { saveBillingProfile } from './save-billing-profile';

/** Saves the fields named. @throws Error that says what went wrong, and what somebody else changed meanwhile */
export type SaveBilling = (changes: BillingChanges) => Promise<void>;

export type BillingState =
  | { status: 'loading' }
  | { status: 'failed'; retry: () => void }
  /** `profile` is null where none is on file. */
  | { status: 'ready'; profile: BillingRecord | null; save: SaveBilling };

/** An account's billing profile, read when the screen opens and after a save that failed. */
export function useBillingProfile(accountId: string): BillingState {
  const client = useClient();
  const [profile, setProfile] = useState<BillingRecord | null | undefined>(undefined);
  const [failed, setFailed] = useState(false);

  const load = useCallback(async () => {
    setFailed(false);
    try {
      setProfile(await fetchBillingProfile(client, accountId));
    } catch (error) {
      console.warn('The billing profile could not be loaded.', error);
      setFailed(true);
    }
  }, [client, accountId]);
  useEffect(() => void load(), [load]);

  if (profile === undefined) return failed ? { status: 'failed', retry: load } : { status: 'loading' };

  const save: SaveBilling = async (changes) => {
    try {
      setProfile(await saveBillingProfile(client, accountId, changes, profile));
    } catch (error) {
      const present = await fetchBillingProfile(client, accountId).catch(() => profile);
      setProfile(present);
      // One whose answer was lost has been made all the same.
      if (isMade(changes, present)) return;
      const reason = error instanceof Error ? error.message : String(error);
      const changed = changedMeanwhile(billingForm(profile), billingForm(present), words);
      throw new Error([reason, changed].filter(Boolean).join(' '));
    }
  };
  return { status: 'ready', profile, save };
}

const words = Object.fromEntries(billingNames.map((name) => [name, billingFields[name].label]));

const isMade = (changes: BillingChanges, present: BillingRecord | null): boolean =>
  present !== null && billingNames.every((name) => !(name in changes) || changes[name] === present[name]);
