'use client';
import { useCallback, useId, useRef, useState } from 'react';
import { Outcome, type Result } from '@/components/ui/outcome';
import { SectionTitle } from '@/components/ui/section-title';
import { CreateKeyForm } from './create-key-form';
import { DeleteKeyDialog } from './delete-key-dialog';
import type { ApiKey } from './my-api-keys-query';
import { MyKeys } from './my-keys';
import { NewKeyBanner } from './new-key-banner';
import { useMyApiKeys } from './use-my-api-keys';
import { useNewKeys } from './use-new-keys';

/** The signed-in person's own API keys: made, listed and deleted (SPEC.md, section 2, Settings). */
export function ApiKeysSection() {
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const list = useMyApiKeys();
  const newKeys = useNewKeys();
  const [doomed, setDoomed] = useState<ApiKey | null>(null);
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
        onCreated={(key) => {
          newKeys.show(key);
          list.reloadNewest();
        }}
        onFailed={list.reload}
        onSubmit={() => setResult(null)}
        ref={form}
      />
      {newKeys.shown.map((key) => (
        <NewKeyBanner
          key={key.id}
          newKey={key}
          onDone={() => {
            newKeys.forget(key.id);
            form.current?.querySelector('button')?.focus();
          }}
        />
      ))}
      <Outcome className="mt-6" result={result} />
      <MyKeys
        list={list}
        onDelete={(key) => {
          setResult(null);
          setDoomed(key);
        }}
        onFocusLost={focusTitle}
        onRetry={() => {
          // The button is about to go: its focus stays in the section, at the title.
          focusTitle();
          list.reloadNewest();
        }}
      />
      {doomed && (
        <DeleteKeyDialog
          apiKey={doomed}
          onClose={(outcome) => {
            setDoomed(null);
            if (outcome === 'deleted') setResult({ done: true, text: 'API key deleted.' });
            // A deletion that failed may have happened all the same, or somebody else was faster.
            if (outcome !== 'kept') list.reload();
          }}
        />
      )}
    </section>
  );
}
