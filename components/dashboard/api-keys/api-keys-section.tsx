'use client';
import { useCallback, useId, useRef, useState } from 'react';
import { KeySecretTitle } from '@/components/api-keys/key-secret-title';
import { Outcome, type Result } from '@/components/ui/outcome';
import { SecretBanner } from '@/components/ui/secret-banner';
import { SectionTitle } from '@/components/ui/section-title';
import { useSecrets } from '@/components/ui/use-secrets';
import { CreateKeyForm, type NewKey } from './create-key-form';
import { DeleteKeyDialog } from './delete-key-dialog';
import type { ApiKey } from './my-api-keys-query';
import { MyKeys } from './my-keys';
import { useMyApiKeys } from './use-my-api-keys';

/** The signed-in person's own API keys: made, listed and deleted (SPEC.md, section 2, Settings). */
export function ApiKeysSection() {
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const list = useMyApiKeys();
  const newKeys = useSecrets<NewKey>();
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
          list.reloadFirst();
        }}
        onFailed={list.reload}
        onSubmit={() => setResult(null)}
        ref={form}
      />
      {newKeys.shown.map((key) => (
        <SecretBanner
          key={key.id}
          note="Copy it now because it cannot be seen again."
          secret={key.rawKey}
          title={<KeySecretTitle name={key.name}>Your new API key</KeySecretTitle>}
          what="API key"
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
