'use client';
import { useCallback, useId, useRef, useState } from 'react';
import { KeySecretTitle } from '@/components/api-keys/key-secret-title';
import type { NewSecret } from '@/components/api-keys/rotate-secret';
import { rotationNote } from '@/components/api-keys/rotation-note';
import { Outcome, type Result } from '@/components/ui/outcome';
import { SecretBanner } from '@/components/ui/secret-banner';
import { SectionTitle } from '@/components/ui/section-title';
import { useSecrets } from '@/components/ui/use-secrets';
import { CreateKeyForm, type NewKey } from './create-key-form';
import { type KeyAction, KeyDialogs } from './key-dialogs';
import type { ApiKey } from './my-api-keys-query';
import { MyKeys } from './my-keys';
import { useMyApiKeys } from './use-my-api-keys';

/** A key's secret that was just made; `rotated` where it takes the place of an older one. */
type ShownSecret = NewKey & { rotated?: NewSecret };

/** The signed-in person's own API keys: made, listed, rotated and deleted (SPEC.md, section 2, Settings). */
export function ApiKeysSection() {
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const list = useMyApiKeys();
  const newKeys = useSecrets<ShownSecret>();
  const [begun, setBegun] = useState<{ action: KeyAction; key: ApiKey } | null>(null);
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
        onFailed={(lost) => {
          // A key whose answer was lost is on the first page.
          if (lost) list.reloadFirst();
          list.reload();
        }}
        onSubmit={() => setResult(null)}
        ref={form}
      />
      {newKeys.shown.map((key) => (
        <SecretBanner
          key={key.rawKey}
          note={
            key.rotated
              ? rotationNote(key.rotated.oldWorksUntil)
              : 'Copy it now because it cannot be seen again.'
          }
          secret={key.rawKey}
          title={
            <KeySecretTitle name={key.name}>
              {key.rotated ? 'Your rotated API key' : 'Your new API key'}
            </KeySecretTitle>
          }
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
        onAction={(action, key) => {
          setResult(null);
          setBegun({ action, key });
        }}
        onFocusLost={focusTitle}
      />
      {begun && (
        <KeyDialogs
          begun={begun}
          onChanged={list.reload}
          onClose={() => setBegun(null)}
          onDone={(text) => setResult({ done: true, text })}
          onRotated={(rotated) => {
            const { id, name } = begun.key;
            // A task later: the dialog that closes gives the focus back first, then the banner takes it.
            setTimeout(() => newKeys.show({ id, name, rawKey: rotated.rawKey, rotated }));
          }}
        />
      )}
    </section>
  );
}
