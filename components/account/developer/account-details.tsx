'use client';
import { useEffect, useRef } from 'react';
import { useQuery } from 'urql';
import { Failure } from '@/components/ui/failure';
import { Skeleton } from '@/components/ui/skeleton';
import { waitSentence } from '@/lib/graphql-client/wait-sentence';
import { AccountFacts } from './account-facts';
import { accountQuery } from './account-query';
import { SettingsRow } from './settings-row';
import { SettingsSection } from './settings-section';

/** The person's account, a section only once it is loaded; where that fails, a way to try again (SPEC.md, section 8). */
export function AccountDetails({ accountId }: { accountId: string }) {
  const [{ data, error, fetching }, refetch] = useQuery({
    query: accountQuery,
    variables: { id: accountId },
    requestPolicy: 'cache-and-network',
  });
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error) console.warn('The account details could not be loaded.', error);
  }, [error]);

  const retry = () => {
    // The button is about to go: its focus stays in this place.
    place.current?.focus();
    refetch({ requestPolicy: 'network-only' });
  };
  return (
    <div ref={place} tabIndex={-1}>
      {data && !error ? (
        <SettingsSection about="What your plan and limits belong to." id="account" title="Account Details">
          <AccountFacts account={data.getAccount} />
        </SettingsSection>
      ) : (
        <div id="account">
          <SettingsRow>
            {fetching ? (
              <Skeleton className="h-[252px]" />
            ) : (
              <Failure
                message="Account details could not be loaded."
                onRetry={retry}
                wait={waitSentence(error)}
              />
            )}
          </SettingsRow>
        </div>
      )}
    </div>
  );
}
