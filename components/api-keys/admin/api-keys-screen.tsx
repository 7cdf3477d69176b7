'use client';
import { useCallback, useRef, useState } from 'react';
import { type BegunKeyAction, KeyDialogs } from '@/components/api-keys/key-dialogs';
import { keyListWords } from '@/components/api-keys/key-order';
import { KeysTable } from '@/components/api-keys/keys-table';
import { type KeySecret, KeySecretBanner } from '@/components/api-keys/new-secret';
import { useSession } from '@/components/auth/session-provider';
import { Button } from '@/components/ui/button';
import { CursorListView } from '@/components/ui/cursor-list-view';
import { EmptyState, EmptyStateAction, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import { FilterBar, isFilterable } from '@/components/ui/filter-bar';
import { Outcome, useListResult } from '@/components/ui/outcome';
import { useSecrets } from '@/components/ui/secret-banner';
import { PageTitle } from '@/components/ui/titles';
import { useOpenedBy } from '@/components/ui/use-address';
import type { CursorList } from '@/lib/graphql-client/use-cursor-list';
import { KeyFilterFields, useAccountKeys, useKeyFilters } from './account-keys';
import { accountKeysView, deleteKey } from './account-keys-view';
import { CreateKeyDialog } from './create-key-dialog';

/** The account's API keys (docs/product.md, "API keys"). */
export function ApiKeysScreen() {
  const { user } = useSession();
  return user && <AccountKeys accountId={user.account_id} />;
}

type Begun = BegunKeyAction | 'create';

/** Every key of an account: created, listed, filtered, and acted on. */
function AccountKeys({ accountId }: { accountId: string }) {
  const title = useRef<HTMLHeadingElement>(null);
  const createButton = useRef<HTMLButtonElement>(null);
  const filters = useKeyFilters();
  const keys = useAccountKeys(accountId, filters.variables);
  const { list, result, setResult } = useListResult(keys, filters.variables);
  const secrets = useSecrets<KeySecret>();
  const [begun, setBegun] = useState<Begun | null>(null);
  const focusTitle = useCallback(() => title.current?.focus(), []);
  // A task later, because the closing dialog first returns the focus. Then the banner takes it.
  const showSecret = (secret: KeySecret) => setTimeout(() => secrets.show(secret));
  const begin = (next: Begun) => {
    setResult(null);
    setBegun(next);
  };
  useOpenedBy('create-key', () => begin('create'));

  return (
    <>
      <PageTitle
        actions={
          <Button onClick={() => begin('create')} ref={createButton}>
            + Create API Key
          </Button>
        }
        note="Programs sign in with these, each acting for its user."
        ref={title}
      >
        API Keys
      </PageTitle>
      <h2 className="sr-only">Keys of the account</h2>
      {isFilterable(list.state, filters.filtered) && (
        <FilterBar onFocusLost={focusTitle}>
          <KeyFilterFields accountId={accountId} filters={filters} />
        </FilterBar>
      )}
      {secrets.shown.map((secret) => (
        <KeySecretBanner
          key={secret.rawKey}
          onDone={() => {
            secrets.forget(secret.id);
            createButton.current?.focus();
          }}
          secret={secret}
        />
      ))}
      <Outcome className="mt-4" result={result} />
      <CursorListView
        className="mt-4"
        empty={
          <NoKeys
            filtered={filters.filtered}
            onClearFilters={() => {
              // The button is about to go: its focus stays on the page, at the title.
              focusTitle();
              filters.clear();
            }}
          />
        }
        failure="API keys couldn't be loaded."
        list={list}
        onFocusLost={focusTitle}
        skeleton={5}
        what="API keys"
        words={keyListWords(filters.order)}
      >
        {(keys, busy) => (
          <KeysTable
            busy={busy}
            keys={keys}
            onAction={begin}
            onFocusLost={focusTitle}
            order={filters.order}
            view={accountKeysView}
          />
        )}
      </CursorListView>
      {begun && (
        <AccountKeyDialogs
          accountId={accountId}
          begun={begun}
          list={list}
          onClose={() => setBegun(null)}
          onDone={(text) => setResult({ done: true, text })}
          onSecret={showSecret}
          onSecretGone={secrets.forget}
        />
      )}
    </>
  );
}

interface AccountKeyDialogsProps {
  accountId: string;
  begun: Begun;
  list: Pick<CursorList<unknown>, 'reload' | 'reloadFirst'>;
  /** @param text says what was done */
  onDone: (text: string) => void;
  onSecret: (secret: KeySecret) => void;
  /** The key with that id is deleted. */
  onSecretGone: (id: string) => void;
  onClose: () => void;
}

/** The dialog of a new key, or of an action on one. */
function AccountKeyDialogs(props: AccountKeyDialogsProps) {
  const { accountId, begun, list, onDone, onSecret, onSecretGone, onClose } = props;
  if (begun === 'create')
    return (
      <CreateKeyDialog
        accountId={accountId}
        onClose={onClose}
        onCreated={(secret) => {
          onSecret(secret);
          list.reloadFirst();
        }}
        onFailed={(lost) => {
          // If the response was lost, the new key is on the first page.
          if (lost) list.reloadFirst();
          list.reload();
        }}
      />
    );
  return (
    <KeyDialogs
      begun={begun}
      onClose={onClose}
      onDone={(text, secret) => {
        onDone(text);
        if (secret) onSecret(secret);
        if (begun.action !== deleteKey) return;
        onSecretGone(begun.key.id);
        list.reload();
      }}
      onFailed={list.reload}
      view={accountKeysView}
    />
  );
}

function NoKeys({ filtered, onClearFilters }: { filtered: boolean; onClearFilters: () => void }) {
  return (
    <EmptyState>
      <EmptyStateTitle>No API keys found.</EmptyStateTitle>
      <EmptyStateText>
        {filtered
          ? 'No keys in this account match the search and filters.'
          : 'Programs sign in with an API key instead of a password. Create the first one above, for the user it acts for.'}
      </EmptyStateText>
      {filtered && (
        <EmptyStateAction>
          <Button onClick={onClearFilters} size="small" variant="line">
            Clear filters
          </Button>
        </EmptyStateAction>
      )}
    </EmptyState>
  );
}
