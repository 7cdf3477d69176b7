'use client';
import { useRef, useState } from 'react';
import { useClient } from 'urql';
import { AccountSection } from '@/components/account/sections';
import { useSession } from '@/components/auth/session-provider';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/dialog';
import { TextLink } from '@/components/ui/link';
import { Moment } from '@/components/ui/moment';
import { Failure } from '@/components/ui/outcome';
import { SecretBanner, useSecrets } from '@/components/ui/secret-banner';
import { Skeleton } from '@/components/ui/skeleton';
import { PageTitle } from '@/components/ui/titles';
import { formatMoment } from '@/lib/format/date';
import { EndpointsTable } from './endpoints-table';
import { TestSection } from './test-section';
import { rotateSecret, useWebhooks, type WebhookSecret, type Webhooks } from './use-webhooks';

/** The account's webhooks (docs/product.md, "Webhooks"). */
export function WebhooksScreen() {
  const { user } = useSession();
  return user && <AccountWebhooks accountId={user.account_id} />;
}

function AccountWebhooks({ accountId }: { accountId: string }) {
  const title = useRef<HTMLHeadingElement>(null);
  const loaded = useWebhooks(accountId);
  return (
    <>
      <PageTitle note="Signed messages that tell your servers of the end of a job." ref={title}>
        Webhooks
      </PageTitle>
      {loaded.status === 'loading' && <WebhooksSkeleton />}
      {loaded.status === 'failed' && (
        <Failure
          message="The webhooks couldn't be loaded."
          onRetry={() => {
            // The button is about to go.
            title.current?.focus();
            loaded.retry();
          }}
          wait={loaded.wait}
        />
      )}
      {loaded.status === 'ready' && (
        <WebhookSections
          accountId={accountId}
          onSecret={(secret) => loaded.replace({ ...loaded.data, getWebhookSecret: secret })}
          webhooks={loaded.data}
        />
      )}
    </>
  );
}

function WebhooksSkeleton() {
  return (
    <>
      <Skeleton className="h-[190px]" />
      <Skeleton className="mt-6 h-[180px]" />
      <Skeleton className="mt-6 h-[220px]" />
    </>
  );
}

interface SectionsProps {
  accountId: string;
  webhooks: Webhooks;
  onSecret: (secret: WebhookSecret) => void;
}

function WebhookSections({ accountId, webhooks, onSecret }: SectionsProps) {
  const { getWebhookSecret: secret, listWebhookEndpoints: endpoints, getTestReceiver: receiver } = webhooks;
  return (
    <>
      <AccountSection title="Signing secret">
        <SecretPart accountId={accountId} onSecret={onSecret} secret={secret} />
      </AccountSection>
      <AccountSection title="Endpoints">
        <EndpointsTable endpoints={endpoints} />
      </AccountSection>
      <AccountSection title="Try it">
        <TestSection accountId={accountId} receiver={receiver.url} />
      </AccountSection>
    </>
  );
}

interface SecretPartProps {
  accountId: string;
  secret: WebhookSecret | null;
  onSecret: (secret: WebhookSecret) => void;
}

function SecretPart({ accountId, secret, onSecret }: SecretPartProps) {
  const client = useClient();
  const secrets = useSecrets<{ id: string; raw: string }>();
  const [asking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const make = async () => {
    const made = await rotateSecret(client, accountId);
    onSecret(made.secret);
    // A task later, because the closing dialog first returns the focus. Then the banner takes it.
    setTimeout(() => secrets.show({ id: 'secret', raw: made.rawSecret }));
  };
  return (
    <>
      <p className="max-w-[640px] text-[15px] text-muted">
        It signs every callback of the account, so that your server can{' '}
        <TextLink href="/dashboard/devdocs/webhooks/verifying-signatures">verify</TextLink> that a message is
        genuine. It is shown once, when you make it.
      </p>
      {secret && <SecretFacts secret={secret} />}
      <Button
        className="mt-4"
        onClick={() => setAsking(true)}
        ref={button}
        size="small"
        variant={secret ? 'line' : 'dark'}
      >
        {secret ? 'Rotate secret' : 'Create secret'}
      </Button>
      {secrets.shown.map(({ id, raw }) => (
        <SecretBanner
          key={raw}
          note="Copy it now: it can't be shown again. Give it to your receiver as an environment variable."
          onDone={() => {
            secrets.forget(id);
            button.current?.focus();
          }}
          secret={raw}
          title="Your webhook secret"
          what="webhook secret"
        />
      ))}
      <ConfirmDialog
        body={
          secret
            ? 'The current secret also signs for one day. Give the new one to your receivers before then.'
            : 'Callbacks are signed with it from now on.'
        }
        cancelLabel={secret ? undefined : 'Cancel'}
        confirmLabel={secret ? 'Rotate' : 'Create'}
        onConfirm={make}
        onOpenChange={setAsking}
        open={asking}
        question={secret ? 'Rotate the webhook secret?' : 'Create a webhook secret?'}
        tone="dark"
      />
    </>
  );
}

function SecretFacts({ secret: { hint, createdAt, previousExpiresAt } }: { secret: WebhookSecret }) {
  return (
    <dl className="mt-4 grid gap-y-2.5 text-[14.5px] sm:flex sm:flex-wrap sm:gap-x-9">
      <div>
        <dt className="text-[13px] text-muted">Secret</dt>
        <dd>
          {hint === null ? (
            <span className="text-red">
              It can't be read, because the server's SECRETS_KEY has changed. Rotate it.
            </span>
          ) : (
            <span className="font-mono text-[13px]">{hint}</span>
          )}
        </dd>
      </div>
      <div>
        <dt className="text-[13px] text-muted">Created</dt>
        <dd>
          <Moment at={createdAt} format={formatMoment} />
        </dd>
      </div>
      {previousExpiresAt !== null && (
        <div>
          <dt className="text-[13px] text-muted">The earlier secret signs until</dt>
          <dd>
            <Moment at={previousExpiresAt} format={formatMoment} />
          </dd>
        </div>
      )}
    </dl>
  );
}
