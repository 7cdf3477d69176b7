'use client';
import { type ReactNode, useEffect, useState } from 'react';
import { TextBox } from './job-output';
import type { TextDiff } from './text-diff';

interface TextDifferenceProps {
  /** The word above it. */
  label: string;
  /** Names the texts: `output of summary`. */
  what: string;
  a: string;
  b: string;
}

/** The parts in which two texts differ. The code that compares them is loaded with the first. */
export function TextDifference({ label, what, a, b }: TextDifferenceProps) {
  const [found, setFound] = useState<
    { a: string; b: string; diff: TextDiff; shown: ReactNode } | 'failed' | null
  >(null);
  useEffect(() => {
    let isLeft = false;
    import('./text-diff')
      .then(({ diffTexts, shortened }) => {
        const diff = diffTexts(a, b);
        const shown = diff.parts && shortened(diff.parts).map(partOf);
        if (!isLeft) setFound({ a, b, diff, shown });
      })
      .catch(() => !isLeft && setFound('failed'));
    return () => {
      isLeft = true;
    };
  }, [a, b]);
  if (found === 'failed') return <Note>The texts couldn’t be compared. Reload the page.</Note>;
  if (found?.a !== a || found.b !== b) return <Note>Comparing…</Note>;
  if (!found.diff.parts)
    return (
      <Note>
        {found.diff.reason === 'too long'
          ? 'The texts are too long to be compared here. Open both jobs.'
          : 'The texts have too little in common to be compared. Open both jobs.'}
      </Note>
    );
  return (
    <TextBox copied={b} label={label} what={`${what} in B`}>
      {found.shown}
    </TextBox>
  );
}

const Note = ({ children }: { children: ReactNode }) => <p className="text-[14px] text-muted">{children}</p>;

function partOf(
  { kind, text, hidden }: { kind: 'same' | 'removed' | 'added'; text: string; hidden?: number },
  index: number,
): ReactNode {
  if (hidden !== undefined)
    return (
      <span className="my-1 block border-rule border-y py-0.5 font-sans text-[13px] text-muted" key={index}>
        {hidden} equal lines
      </span>
    );
  if (kind === 'removed')
    return (
      <del className="bg-[#fbe5e2] text-red" key={index}>
        {text}
      </del>
    );
  if (kind === 'added')
    return (
      <ins className="bg-[#dff3e7] text-signal-ink no-underline" key={index}>
        {text}
      </ins>
    );
  return <span key={index}>{text}</span>;
}
