'use client';
import { useEffect, useState } from 'react';
import { Button } from './button';

type CopyButtonProps = {
  /** The text to copy, or a function that returns it when the button is pressed. */
  value: string | (() => string | Promise<string>);
  /** What is copied, for screen readers: 'user id' makes the button's name 'Copy user id'. */
  what: string;
  /** The word on the button. */
  label?: string;
  /** `quiet` on ink, `line` on paper. */
  variant?: 'line' | 'quiet';
  /** The text is in the clipboard. */
  onCopied?: () => void;
};

type Outcome = 'idle' | 'copied' | 'refused';

const outcomes: Record<Exclude<Outcome, 'idle'>, string> = { copied: 'Copied', refused: 'Not copied' };
const shownFor = 2_000;

/** Copies a text and says so, to screen readers too; also says if the browser refuses. */
export function CopyButton({ value, what, label = 'Copy', variant = 'line', onCopied }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<Outcome>('idle');

  useEffect(() => {
    if (outcome === 'idle') return;
    const timer = setTimeout(() => setOutcome('idle'), shownFor);
    return () => clearTimeout(timer);
  }, [outcome]);

  const press = async () => {
    const next = await copy(value);
    setOutcome(next);
    if (next === 'copied') onCopied?.();
  };

  return (
    <>
      <Button onClick={press} size="small" variant={variant}>
        {outcome === 'idle' ? label : outcomes[outcome]}
        <span className="sr-only"> {what}</span>
      </Button>
      <span className="sr-only" role="status">
        {outcome === 'idle' ? '' : outcomes[outcome]}
      </span>
    </>
  );
}

/** The clipboard is missing outside secure contexts, and the browser's settings can refuse it. */
async function copy(value: CopyButtonProps['value']): Promise<Outcome> {
  try {
    await write(value);
    return 'copied';
  } catch {
    return 'refused';
  }
}

/** Safari lets a page write only right after the press, so a text that is still loading is written as a promise. */
async function write(value: CopyButtonProps['value']): Promise<void> {
  if (typeof value === 'string') return navigator.clipboard.writeText(value);
  if (typeof ClipboardItem === 'undefined') return navigator.clipboard.writeText(await value());
  const type = 'text/plain';
  const blob = Promise.resolve(value()).then((text) => new Blob([text], { type }));
  return navigator.clipboard.write([new ClipboardItem({ [type]: blob })]);
}
