'use client';
import { useCallback, useRef, useState } from 'react';
import { AdminTitle } from '@/components/layout/admin-title';
import { Button } from '@/components/ui/button';
import { Outcome, type Result } from '@/components/ui/outcome';
import { useSecrets } from '@/components/ui/use-secrets';
import type { AccountKey } from './account-keys-query';
import type { KeyAction } from './key-actions';
import { KeyDialogs } from './key-dialogs';
import { KeyFilters } from './key-filters';
import { type KeySecret, KeySecretBanner } from './key-secret-banner';
import { KeysList } from './keys-list';
import { useAccountKeys } from './use-account-keys';
import { useKeyFilters } from './use-key-filters';

/** Every key of an account: made, listed, narrowed, and acted on. */
export function AccountKeys({ accountId }: { accountId: string }) {
  const title = useRef<HTMLHeadingElement>(null);
  const createButton = useRef<HTMLButtonElement>(null);
  const filters = useKeyFilters();
  const list = useAccountKeys(accountId, filters.variables);
  const secrets = useSecrets<KeySecret>();
  const [begun, setBegun] = useState<{ action: KeyAction; key: AccountKey } | 'create' | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  const focusTitle = useCallback(() => title.current?.focus(), []);
  // A task later: the dialog that closes gives the focus back first, then the banner takes it.
  const showSecret = (secret: KeySecret) => setTimeout(() => secrets.show(secret));
  const begin = (what: typeof begun) => {
    setResult(null);
    setBegun(what);
  };

  return (
    <>
      <AdminTitle
        actions={
          <Button onClick={() => begin('create')} ref={createButton}>
            + Create API Key
          </Button>
        }
        note="Programs sign in with these, each acting for its user."
        ref={title}
      >
        API Keys
      </AdminTitle>
      <h2 className="sr-only">Keys of the account</h2>
      <KeyFilters accountId={accountId} filters={filters} />
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
      <KeysList
        filtered={filters.filtered}
        list={list}
        onAction={(action, key) => begin({ action, key })}
        onClearFilters={() => {
          // The button is about to go: its focus stays on the page, at the title.
          focusTitle();
          filters.clear();
        }}
        onFocusLost={focusTitle}
      />
      <KeyDialogs
        accountId={accountId}
        begun={begun}
        onClose={() => setBegun(null)}
        onCreated={(secret) => {
          showSecret(secret);
          list.reloadFirst();
        }}
        onDeleted={(id) => {
          secrets.forget(id);
          list.reload();
        }}
        onDone={(text) => setResult({ done: true, text })}
        onFailed={(lost) => {
          // A key whose answer was lost is on the first page.
          if (lost) list.reloadFirst();
          list.reload();
        }}
        onRotated={showSecret}
      />
    </>
  );
}
