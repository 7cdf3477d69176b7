'use client';
import { useRef } from 'react';
import { AccountStatus } from '@/components/account/account-status';
import { SettingsSection, settingsPart } from '@/components/account/sections';
import { ApiKeysSection } from '@/components/api-keys/developer/api-keys-section';
import { ResetPasswordForm } from '@/components/auth/developer/reset-password-form';
import { SessionsSection } from '@/components/auth/developer/sessions-section';
import { useSession } from '@/components/auth/session-provider';
import { TableOfContents } from '@/components/content/table-of-contents';
import { CopyButton } from '@/components/ui/copy-button';
import { Moment } from '@/components/ui/moment';
import { Failure } from '@/components/ui/outcome';
import { ScrollToHash } from '@/components/ui/scroll-to';
import { Skeleton } from '@/components/ui/skeleton';
import { Fact } from '@/components/ui/stat';
import { ProfileForm } from '@/components/users/developer/profile-form';
import { formatIsoDate } from '@/lib/format/date';
import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';
import { useLoadedQuery } from '@/lib/graphql-client/use-loaded';

const outline = [
  { id: 'profile', heading: 'Profile', depth: 2 },
  { id: 'security', heading: 'Security & Access', depth: 2 },
  { id: 'api-keys', heading: 'API Keys', depth: 2 },
  { id: 'sessions', heading: 'Where you are signed in', depth: 2 },
  { id: 'account', heading: 'Account Details', depth: 2 },
  { id: 'preferences', heading: 'Preferences', depth: 2 },
];

/** The signed-in person's settings (docs/product.md, "Settings"). */
export function SettingsScreen() {
  const { user } = useSession();
  // The guard shows this to signed-in people only.
  if (!user) return null;
  return (
    <>
      <h1 className="mb-8 font-semibold text-[26px] leading-tight tracking-[-0.02em]">Settings</h1>
      <div className="grid min-w-0 items-start gap-x-10 2xl:grid-cols-[minmax(0,1fr)_196px]">
        <div className="2xl:order-last 2xl:h-full">
          <TableOfContents headings={outline} row />
        </div>
        <div className="min-w-0">
          <SettingsSection
            about="Your name and the email address you sign in with."
            id="profile"
            title="Profile"
          >
            <ProfileForm user={user} />
          </SettingsSection>
          <SettingsSection about="The password you sign in with." id="security" title="Security & Access">
            <ResetPasswordForm email={user.email} />
            <p className="mt-6 text-[15px] text-muted">MFA and social login are coming soon.</p>
          </SettingsSection>
          <ApiKeysSection />
          <SessionsSection />
          <AccountDetails accountId={user.account_id} />
          <SettingsSection about="How the dashboard looks and reads." id="preferences" title="Preferences">
            <p className="text-[15px] text-muted">Language and dark mode are coming soon.</p>
          </SettingsSection>
        </div>
      </div>
      <ScrollToHash />
    </>
  );
}

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
function AccountDetails({ accountId }: { accountId: string }) {
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
