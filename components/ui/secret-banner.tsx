'use client';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from './button';
import { CopyButton } from './copy-button';
import { LeaveGuard } from './unsaved-changes';

interface SecretBannerProps {
  title: ReactNode;
  /** Why to copy it now, and what to do with it. */
  note: ReactNode;
  secret: string;
  /** The copied text's name, for screen readers: `API key`. */
  what: string;
  onDone: () => void;
}

/** Shows a secret once, with the focus on copying it. Not an input: browsers restore the values of those. */
export function SecretBanner({ title, note, secret, what, onDone }: SecretBannerProps) {
  const titleId = useId();
  const noteId = useId();
  const [copied, setCopied] = useState(false);
  const copying = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // A task later: the dialog that created the secret closes at the same time, and returns the focus first.
    const turn = setTimeout(() => copying.current?.querySelector('button')?.focus());
    return () => clearTimeout(turn);
  }, []);

  return (
    <div
      aria-describedby={noteId}
      aria-labelledby={titleId}
      className="mt-6 max-w-[720px] rounded-panel bg-ink px-5 py-4.5 text-on-ink"
      role="alertdialog"
    >
      <h3 className="break-words font-semibold" id={titleId}>
        {title}
      </h3>
      <p className="mt-0.5 text-[15px] text-on-ink-muted" id={noteId}>
        {note}
      </p>
      <code className="mt-3.5 block break-all rounded-control border border-rule-dark bg-ink-2 px-3 py-2.5 font-mono text-[14px]">
        {secret}
      </code>
      <div className="mt-3.5 flex flex-wrap gap-2.5" ref={copying}>
        <CopyButton onCopied={() => setCopied(true)} value={secret} variant="quiet" what={what} />
        <Button onClick={onDone} size="small" variant="quiet">
          Done
        </Button>
      </div>
      {!copied && <LeaveGuard loss={`This ${what} is shown only once. Copy it before you leave.`} />}
    </div>
  );
}

/**
 * New secrets, which can't be read again, newest first; each stays until it's forgotten. They exist only in this state.
 * They are dropped when the page is left, because the browser can keep the page in memory and restore it. A secret
 * replaces an earlier one of the same id, which no longer works.
 */
export function useSecrets<Secret extends { id: string }>() {
  const [shown, setShown] = useState<Secret[]>([]);

  useEffect(() => {
    // Synchronously: a scheduled update would wait in the kept page.
    const forgetAll = () => flushSync(() => setShown([]));
    window.addEventListener('pagehide', forgetAll);
    return () => window.removeEventListener('pagehide', forgetAll);
  }, []);

  const forget = (id: string) => setShown((before) => before.filter((secret) => secret.id !== id));
  return {
    shown,
    show: (secret: Secret) =>
      setShown((before) => [secret, ...before.filter((other) => other.id !== secret.id)]),
    forget,
  };
}
