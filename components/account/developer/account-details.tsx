'use client';
import { useRef } from 'react';
import { AccountStatus } from '@/components/account/account-status';
import { CopyButton } from '@/components/ui/copy-button';
import { Moment } from '@/components/ui/moment';
import { Failure } from '@/components/ui/outcome';
import { Skeleton } from '@/components/ui/skeleton';
import { Fact } from '@/components/ui/stat';
import { formatIsoDate } from '@/lib/format/date';
import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';
import { useLoadedQuery } from '@/lib/graphql-client/use-loaded';
import { SettingsSection, settingsPart } from './settings-section';

const accountQuery = graphql(`
  query AccountDetails($id: ID!) {
    getAccount(id: $id) {
      id
      account_name
      account_plan_id
      status
      createdAt
      plan {
        id
        plan_name
      }
    }
  }
`);

/**
 * The person's account, a section only once it is loaded; if that fails, a way to try again (docs/product.md,
 * "Settings").
 */
export function AccountDetails({ accountId }: { accountId: string }) {
  const state = useLoadedQuery({
    query: accountQuery,
    variables: { id: accountId },
    failure: "The account details couldn't be loaded.",
  });
  const place = useRef<HTMLDivElement>(null);
  return (
    <div ref={place} tabIndex={-1}>
      {state.status === 'ready' ? (
        <SettingsSection about="What your plan and limits belong to." id="account" title="Account Details">
          <AccountFacts account={state.data.getAccount} />
        </SettingsSection>
      ) : (
        <div className={settingsPart} id="account">
          {state.status === 'loading' ? (
            <Skeleton className="h-[445px] max-w-[560px] sm:h-[329px]" />
          ) : (
            <Failure
              message="Account details couldn't be loaded."
              onRetry={() => {
                // The button is about to go: its focus stays in this place.
                place.current?.focus();
                state.retry();
              }}
              wait={state.wait}
            />
          )}
        </div>
      )}
    </div>
  );
}

/** The account's record, a line for each fact. */
function AccountFacts({ account }: { account: ResultOf<typeof accountQuery>['getAccount'] }) {
  return (
    <dl className="divide-y divide-rule text-[15px]">
      <Fact name="Account Name">{account.account_name}</Fact>
      <Fact name="Account ID">
        <code className="font-mono text-[14px]">{account.id}</code>
        <CopyButton value={account.id} what="account ID" />
      </Fact>
      <Fact name="Plan ID">
        <code className="font-mono text-[14px]">{account.account_plan_id}</code>
        <span className="text-muted">{account.plan.plan_name}</span>
      </Fact>
      <Fact name="Status">
        <AccountStatus status={account.status} />
      </Fact>
      <Fact name="Created At">
        <Moment at={account.createdAt} format={formatIsoDate} inline missing="Invalid Date" />
      </Fact>
    </dl>
  );
}
