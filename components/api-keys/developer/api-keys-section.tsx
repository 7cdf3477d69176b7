'use client';
import { useCallback, useId, useRef, useState } from 'react';
import { type BegunKeyAction, KeyDialogs } from '@/components/api-keys/key-dialogs';
import { type KeySecret, KeySecretBanner } from '@/components/api-keys/key-secret-banner';
import { keyListWords } from '@/components/api-keys/key-view';
import { KeysTable } from '@/components/api-keys/keys-table';
import { CursorListView } from '@/components/ui/cursor-list-view';
import { EmptyState, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import { Outcome, type Result } from '@/components/ui/outcome';
import { SectionTitle } from '@/components/ui/section-title';
import { useSecrets } from '@/components/ui/use-secrets';
import { CreateKeyForm } from './create-key-form';
import { myKeysView } from './my-keys-view';
import { useMyKeys } from './use-my-keys';

const labels = { back: 'Newer', next: 'Older' };

/** The signed-in person's own API keys: created, listed, rotated and deleted (SPEC.md, section 2, Settings). */
export function ApiKeysSection() {
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const list = useMyKeys();
  const secrets = useSecrets<KeySecret>();
  const [begun, setBegun] = useState<BegunKeyAction | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  const focusTitle = useCallback(() => title.current?.focus(), []);

  return (
    <section aria-labelledby={titleId} className="scroll-mt-9" id="api-keys">
      <SectionTitle className="mb-1 w-fit" id={titleId} ref={title} tabIndex={-1}>
        API Keys
      </SectionTitle>
      <p className="mb-5 text-[15px] text-muted">
        A key made here can read and write like you, its owner, and never expires.
      </p>
      <CreateKeyForm
        onCreated={(secret) => {
          secrets.show(secret);
          list.reloadFirst();
        }}
        onFailed={(lost) => {
          // A key whose answer was lost is on the first page.
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
      <Outcome className="mt-6" result={result} />
      <CursorListView
        className="mt-2"
        empty={
          <EmptyState>
            <EmptyStateTitle>No API keys found.</EmptyStateTitle>
            <EmptyStateText>
              A program signs in with a key instead of your password. Create the first one above.
            </EmptyStateText>
          </EmptyState>
        }
        failure="API keys couldn't be loaded."
        labels={labels}
        list={list}
        onFocusLost={focusTitle}
        what="API keys"
        words={keyListWords}
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
            view={myKeysView}
          />
        )}
      </CursorListView>
      {begun && (
        <KeyDialogs
          begun={begun}
          onClose={(outcome) => {
            setBegun(null);
            // What failed may have been done all the same, or another session was faster.
            if (outcome !== 'canceled') list.reload();
          }}
          onDone={(text, secret) => {
            setResult({ done: true, text });
            // A task later, because the closing dialog first returns the focus. Then the banner takes it.
            if (secret) setTimeout(() => secrets.show(secret));
          }}
          view={myKeysView}
        />
      )}
    </section>
  );
}
