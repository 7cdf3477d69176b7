'use client';
import { useEffect, useId, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import type { NewKey } from './use-new-keys';

/** Shows a key's secret once, with the focus on copying it. Not an input: browsers bring back what stood in those. */
export function NewKeyBanner({ newKey, onDone }: { newKey: NewKey; onDone: () => void }) {
  const titleId = useId();
  const textId = useId();
  const copying = useRef<HTMLDivElement>(null);

  useEffect(() => {
    copying.current?.querySelector('button')?.focus();
  }, []);

  return (
    <div
      aria-describedby={textId}
      aria-labelledby={titleId}
      className="mt-6 max-w-[720px] rounded-panel bg-ink px-5 py-4.5 text-on-ink"
      role="alertdialog"
    >
      <h3 className="break-words font-semibold" id={titleId}>
        Your new API key
        {newKey.name !== null && (
          <>
            : <bdi>{newKey.name}</bdi>
          </>
        )}
      </h3>
      <p className="mt-0.5 text-[15px] text-on-ink-muted" id={textId}>
        Copy it now because it cannot be seen again.
      </p>
      <code className="mt-3.5 block break-all rounded-control border border-rule-dark bg-ink-2 px-3 py-2.5 font-mono text-[14px]">
        {newKey.rawKey}
      </code>
      <div className="mt-3.5 flex flex-wrap gap-2.5" ref={copying}>
        <CopyButton value={newKey.rawKey} variant="quiet" what="API key" />
        <Button onClick={onDone} size="small" variant="quiet">
          Done
        </Button>
      </div>
    </div>
  );
}
