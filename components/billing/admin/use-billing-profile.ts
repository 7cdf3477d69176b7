'use client';
import { useCallback } from 'react';
import { useClient } from 'urql';
import { changedMeanwhile } from '@/lib/format/changed-meanwhile';
import { changeRecord } from '@/lib/graphql-client/change-record';
import { type Loaded, useLoaded } from '@/lib/graphql-client/use-loaded';
import type { BillingChanges } from '@/lib/validation/billing';
import { billingFields, billingForm, billingNames } from './billing-fields';
import type { BillingRecord } from './billing-record';
import { fetchBillingProfile } from './fetch-billing-profile';
import { saveBillingProfile } from './save-billing-profile';

/** Saves the fields named. @throws Error that says what went wrong, and what somebody else changed meanwhile */
export type SaveBilling = (changes: BillingChanges) => Promise<unknown>;

type BillingState =
  | Exclude<Loaded<unknown>, { status: 'ready' }>
  /** `profile` is null where none is on file. */
  | { status: 'ready'; profile: BillingRecord | null; save: SaveBilling };

/** An account's billing profile, read when the screen opens and after a save that failed. */
export function useBillingProfile(accountId: string): BillingState {
  const client = useClient();
  const read = useCallback(() => fetchBillingProfile(client, accountId), [client, accountId]);
  const loaded = useLoaded(read, 'The billing profile could not be loaded.');
  if (loaded.status !== 'ready') return loaded;

  const { data: profile, replace } = loaded;
  const save: SaveBilling = (changes) =>
    changeRecord(profile, {
      make: () => saveBillingProfile(client, accountId, changes, profile),
      read,
      show: replace,
      isMade: (present) => isMade(changes, present),
      meanwhile: (before, after) => changedMeanwhile(billingForm(before), billingForm(after), words),
    });
  return { status: 'ready', profile, save };
}

const words = Object.fromEntries(billingNames.map((name) => [name, billingFields[name].label]));

const isMade = (changes: BillingChanges, present: BillingRecord | null): boolean =>
  present !== null && billingNames.every((name) => !(name in changes) || changes[name] === present[name]);
