'use client';
import { useCallback } from 'react';
import { type Client, useClient } from 'urql';
import { changedMeanwhile } from '@/lib/format/changed-meanwhile';
import { queryFresh, sendMutation } from '@/lib/graphql-client/calls';
import { changeRecord } from '@/lib/graphql-client/change-record';
import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';
import { type Loaded, useLoaded } from '@/lib/graphql-client/use-loaded';
import type { BillingChanges } from '@/lib/validation/billing';
import { billingDetailsFragment, billingFields, billingForm, billingNames } from './billing-details';

/** The stored billing details. */
const billingFragment = graphql(
  `
    fragment BillingRecord on BillingProfile @_unmask {
      ...BillingDetails
      etag
    }
  `,
  [billingDetailsFragment],
);

export type BillingRecord = ResultOf<typeof billingFragment>;

const profileQuery = graphql(
  `
    query BillingProfile($accountId: ID!) {
      getBillingProfile(accountId: $accountId) {
        ...BillingRecord
      }
    }
  `,
  [billingFragment],
);

/**
 * Reads the account's billing profile from the server; null if there is none on file.
 * @throws the client's error, for the log
 */
const fetchBillingProfile = async (client: Client, accountId: string): Promise<BillingRecord | null> =>
  (await queryFresh(client, profileQuery, { accountId })).getBillingProfile;

const saveMutation = graphql(
  `
    mutation SaveBillingProfile($accountId: ID!, $updates: BillingProfileInput!, $etag: String!) {
      updateBillingProfile(accountId: $accountId, updates: $updates, etag: $etag) {
        ...BillingRecord
      }
    }
  `,
  [billingFragment],
);

const failure = "The billing information couldn't be saved. Try again.";

/**
 * Changes these fields, if the stored profile is still `seen`; null if none was on file.
 * @returns the profile as it is stored
 * @throws Error with a sentence for people
 */
async function saveBillingProfile(
  client: Client,
  accountId: string,
  updates: BillingChanges,
  seen: BillingRecord | null,
): Promise<BillingRecord> {
  const variables = { accountId, updates, etag: seen?.etag ?? '' };
  return (await sendMutation(client, saveMutation, variables, failure)).updateBillingProfile;
}

/** Saves these fields. @throws Error that says what went wrong, and what another person has changed since then */
export type SaveBilling = (changes: BillingChanges) => Promise<unknown>;

type BillingState =
  | Exclude<Loaded<unknown>, { status: 'ready' }>
  /** `profile` is null if none is on file. */
  | { status: 'ready'; profile: BillingRecord | null; save: SaveBilling };

/** An account's billing profile, read when the screen opens and after a save that failed. */
export function useBillingProfile(accountId: string): BillingState {
  const client = useClient();
  const read = useCallback(() => fetchBillingProfile(client, accountId), [client, accountId]);
  const loaded = useLoaded(read, "The billing profile couldn't be loaded.");
  if (loaded.status !== 'ready') return loaded;

  const { data: profile, replace } = loaded;
  const save: SaveBilling = (changes) =>
    changeRecord(profile, {
      make: async () => {
        const saved = await saveBillingProfile(client, accountId, changes, profile);
        replace(saved);
        return saved;
      },
      read,
      show: replace,
      recover: (latest) => (latest && isMade(changes, latest) ? latest : undefined),
      describeChanges: (before, after) => changedMeanwhile(billingForm(before), billingForm(after), words),
    });
  return { status: 'ready', profile, save };
}

const words = Object.fromEntries(billingNames.map((name) => [name, billingFields[name].label]));

const isMade = (changes: BillingChanges, latest: BillingRecord): boolean =>
  billingNames.every((name) => !(name in changes) || changes[name] === latest[name]);
