'use client';
import { useEffect, useState } from 'react';
import { Button } from './button';

type CopyButtonProps = {
  /** The text to copy, or a function that returns it when the button is pressed. */
  value: string | (() => string | Promise<string>);
  /** The copied text's name, for screen readers: 'user id' makes the button's name 'Copy user id'. */
  what: string;
  /** The word on the button. */
  label?: string;
  /** `quiet` on ink, `line` on paper. */
  variant?: 'line' | 'quiet';
  /** The text is in the clipboard. */
  onCopied?: () => void;
};

type Outcome = 'copied' | 'refused';

const words = { copying: 'Copying…', copied: 'Copied', refused: 'Not copied' } as const;
const shownFor = 2_000;

/** Copies a text and says so, to screen readers too; also says if the browser refuses. */
export function CopyButton({ value, what, label = 'Copy', variant = 'line', onCopied }: CopyButtonProps) {
  const [state, setState] = useState<Outcome | 'idle' | 'copying'>('idle');

  useEffect(() => {
    if (state === 'idle' || state === 'copying') return;
    const timer = setTimeout(() => setState('idle'), shownFor);
    return () => clearTimeout(timer);
  }, [state]);

  const press = async () => {
    // A text that is still to be loaded takes as long as the line does.
    if (typeof value !== 'string') setState('copying');
    const outcome = await copy(value);
    setState(outcome);
    if (outcome === 'copied') onCopied?.();
  };

  return (
    <>
      <Button onClick={press} size="small" variant={variant}>
        {state === 'idle' ? label : words[state]}
        <span className="sr-only"> {what}</span>
      </Button>
      <span className="sr-only" role="status">
        {state === 'idle' ? '' : words[state]}
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
