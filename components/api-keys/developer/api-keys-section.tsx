'use client';
import { useCallback, useRef, useState } from 'react';
import { SettingsSection } from '@/components/account/sections';
import { type BegunKeyAction, KeyDialogs } from '@/components/api-keys/key-dialogs';
import { KeySearch, KeySort, keyListWords, useKeyOrder } from '@/components/api-keys/key-order';
import { KeysTable } from '@/components/api-keys/keys-table';
import { type KeySecret, KeySecretBanner } from '@/components/api-keys/new-secret';
import { useSession } from '@/components/auth/session-provider';
import { Button } from '@/components/ui/button';
import { CursorListView } from '@/components/ui/cursor-list-view';
import { EmptyState, EmptyStateAction, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import { FilterBar, isFilterable } from '@/components/ui/filter-bar';
import { Outcome, useListResult } from '@/components/ui/outcome';
import { useSecrets } from '@/components/ui/secret-banner';
import { useOpenedBy } from '@/components/ui/use-address';
import { CreateKeyForm } from './create-key-form';
import { deleteMyKey, myKeysView, useMyKeys } from './my-keys';

const noScopes = { read: false, write: false, admin: false };

/**
 * The signed-in person's own API keys: created, listed, searched, renamed, rotated and deleted (docs/product.md,
 * "Settings").
 */
export function ApiKeysSection() {
  const title = useRef<HTMLHeadingElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const { user } = useSession();
  const order = useKeyOrder();
  const { list, result, setResult } = useListResult(useMyKeys(order), order.variables);
  const secrets = useSecrets<KeySecret>();
  const [begun, setBegun] = useState<BegunKeyAction | null>(null);
  const focusTitle = useCallback(() => title.current?.focus(), []);
  useOpenedBy('create-key', () => form.current?.querySelector('input')?.focus());

  return (
    <SettingsSection
      about="Programs sign in with an API key. By default, a key can read and write like you and never expires."
      id="api-keys"
      title="API Keys"
      titleRef={title}
      wide
    >
      <CreateKeyForm
        own={user?.scopes ?? noScopes}
        onCreated={(secret) => {
          secrets.show(secret);
          list.reloadFirst();
        }}
        onFailed={(lost) => {
          // If the response was lost, the new key is on the first page.
          if (lost) list.reloadFirst();
          list.reload();
        }}
        onSubmit={() => setResult(null)}
        ref={form}
      />
      {secrets.shown.map((secret) => (
        <KeySecretBanner
          key={secret.rawKey}
          onDone={() => {
            secrets.forget(secret.id);
            form.current?.querySelector('button')?.focus();
          }}
          secret={secret}
        />
      ))}
      {isFilterable(list.state, order.search !== '') && (
        <FilterBar className="@container mt-8" onFocusLost={focusTitle}>
          <div className="flex flex-wrap gap-x-4 gap-y-3.5">
            <KeySearch label="Search by name or last 4 characters" order={order} />
            <KeySort className="basis-[180px] max-sm:grow @min-[900px]:hidden" order={order} />
          </div>
        </FilterBar>
      )}
      <Outcome className="mt-4" result={result} />
      <CursorListView
        className="mt-2"
        empty={
          <NoKeys
            onClearSearch={() => {
              // The button is about to go.
              focusTitle();
              order.setSearch('');
            }}
            searched={order.search !== ''}
          />
        }
        failure="API keys couldn't be loaded."
        list={list}
        onFocusLost={focusTitle}
        what="API keys"
        words={keyListWords(order)}
      >
        {(keys, busy) => (
          <KeysTable
            busy={busy}
            keys={keys}
            onAction={(next) => {
              setResult(null);
              setBegun(next);
            }}
            onFocusLost={focusTitle}
            order={order}
            view={myKeysView}
          />
        )}
      </CursorListView>
      {begun && (
        <KeyDialogs
          begun={begun}
          onClose={(outcome) => {
            setBegun(null);
            // A failed call may have succeeded on the server, or another session was faster.
            if (outcome !== 'canceled') list.reload();
          }}
          onDone={(text, secret) => {
            setResult({ done: true, text });
            if (begun.action === deleteMyKey) secrets.forget(begun.key.id);
            // A task later, because the closing dialog first returns the focus. Then the banner takes it.
            if (secret) setTimeout(() => secrets.show(secret));
          }}
          view={myKeysView}
        />
      )}
    </SettingsSection>
  );
}

function NoKeys({ searched, onClearSearch }: { searched: boolean; onClearSearch: () => void }) {
  return (
    <EmptyState>
      <EmptyStateTitle>No API keys found.</EmptyStateTitle>
      <EmptyStateText>
        {searched
          ? 'None of your keys match this search.'
          : 'Programs sign in with an API key instead of your password. Create the first one above.'}
      </EmptyStateText>
      {searched && (
        <EmptyStateAction>
          <Button onClick={onClearSearch} size="small" variant="line">
            Clear search
          </Button>
        </EmptyStateAction>
      )}
    </EmptyState>
  );
}
