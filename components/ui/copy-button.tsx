'use client';
import { useEffect, useState } from 'react';
import { Button } from './button';

type CopyButtonProps = {
  /** The text that goes to the clipboard. */
  value: string;
  /** What is copied, for screen readers: 'user id' makes the button's name 'Copy user id'. */
  what: string;
  /** `quiet` on ink, `line` on paper. */
  variant?: 'line' | 'quiet';
};

type Outcome = 'idle' | 'copied' | 'refused';

const words: Record<Outcome, string> = { idle: 'Copy', copied: 'Copied', refused: 'Not copied' };
const shownFor = 2_000;

/** Copies a text and says so politely, to screen readers too; says as much where the browser refuses. */
export function CopyButton({ value, what, variant = 'line' }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<Outcome>('idle');

  useEffect(() => {
    if (outcome === 'idle') return;
    const timer = setTimeout(() => setOutcome('idle'), shownFor);
    return () => clearTimeout(timer);
  }, [outcome]);

  return (
    <>
      <Button onClick={async () => setOutcome(await copy(value))} size="small" variant={variant}>
        {words[outcome]}
        <span className="sr-only"> {what}</span>
      </Button>
      <span className="sr-only" role="status">
        {outcome === 'idle' ? '' : words[outcome]}
      </span>
    </>
  );
}

/** The clipboard is missing outside secure contexts and may be refused by the browser's settings. */
async function copy(value: string): Promise<Outcome> {
  try {
    await navigator.clipboard.writeText(value);
    return 'copied';
  } catch {
    return 'refused';
  }
}
