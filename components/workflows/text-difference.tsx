'use client';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { TextBox } from './job-output';
import { OpenedDetails } from './opened-details';
import type { ShownPart, TextDiff } from './text-diff';

interface TextDifferenceProps {
  /** The word above them. */
  label: string;
  /** Names the texts: `output of summary`. */
  what: string;
  a: string;
  b: string;
}

/** Two texts side by side, with the parts in which they differ. The code that compares them is loaded with the first. */
export function TextDifference({ label, what, a, b }: TextDifferenceProps) {
  const [found, setFound] = useState<
    { a: string; b: string; diff: TextDiff; short: readonly ShownPart[] } | 'failed' | null
  >(null);
  const [isWhole, setIsWhole] = useState(false);
  useEffect(() => {
    let isLeft = false;
    import('./text-diff')
      .then(({ diffTexts, shortened }) => {
        const diff = diffTexts(a, b);
        if (!isLeft) setFound({ a, b, diff, short: diff.parts ? shortened(diff.parts) : [] });
      })
      .catch(() => !isLeft && setFound('failed'));
    return () => {
      isLeft = true;
    };
  }, [a, b]);
  if (found === 'failed') return <Note>The texts couldn’t be compared. Reload the page.</Note>;
  if (found?.a !== a || found.b !== b) return <Note>Comparing…</Note>;
  const { diff, short } = found;
  if (!diff.parts)
    return (
      <Note>
        {diff.reason === 'too long'
          ? `${label}: the texts are too long to be compared here. Open both jobs.`
          : `${label}: the texts have too little in common to be compared. Open both jobs.`}
      </Note>
    );
  const parts = isWhole ? diff.parts : short;
  const isFolded = short.some(({ hidden }) => hidden !== undefined);
  const sides = [
    { side: 'A', text: a, without: 'added' },
    { side: 'B', text: b, without: 'removed' },
  ] as const;
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{label}</legend>
      <div className="grid gap-3 md:grid-cols-2">
        {sides.map(({ side, text, without }) => (
          <TextBox copied={text} key={side} label={`${label} of ${side}`} what={`${what} in ${side}`}>
            {text === '' ? (
              <span className="font-sans text-muted">None</span>
            ) : (
              parts.filter(({ kind }) => kind !== without).map(partOf)
            )}
          </TextBox>
        ))}
      </div>
      {isFolded && (
        <Button
          className="mt-2 print:hidden"
          onClick={() => setIsWhole(!isWhole)}
          size="small"
          variant="line"
        >
          {isWhole ? 'Show differences' : 'Show all'}
        </Button>
      )}
    </fieldset>
  );
}

const Note = ({ children }: { children: ReactNode }) => <p className="text-[14px] text-muted">{children}</p>;

/** A part of one text. A part that only this text has is marked by color, by a line, and by words for screen readers. */
function partOf({ kind, text, hidden }: ShownPart, index: number): ReactNode {
  if (hidden !== undefined)
    return (
      <span className="my-1 block border-rule border-y py-0.5 font-sans text-[13px] text-muted" key={index}>
        {hidden}
      </span>
    );
  if (kind === 'removed')
    return (
      <del className="rounded-[2px] bg-[#fbe5e2] text-red line-through decoration-1" key={index}>
        <span className="sr-only">Only in A: </span>
        {text}
      </del>
    );
  if (kind === 'added')
    return (
      <ins
        className="rounded-[2px] bg-[#dff3e7] text-signal-ink underline decoration-1 underline-offset-2"
        key={index}
      >
        <span className="sr-only">Only in B: </span>
        {text}
      </ins>
    );
  return <span key={index}>{text}</span>;
}

interface ComparedTextsProps {
  label: string;
  /** The step that has them; undefined for the whole job. */
  of?: string;
  a: string;
  b: string;
}

/** Two texts and their differences. Texts that are equal are folded away; no texts at all are nothing. */
export function ComparedTexts({ label, of, a, b }: ComparedTextsProps) {
  const what = of === undefined ? label.toLowerCase() : `${label.toLowerCase()} of ${of}`;
  if (a !== b) return <TextDifference a={a} b={b} label={label} what={what} />;
  if (a === '') return null;
  return (
    <OpenedDetails summary={`${label}: the same`}>
      <TextBox copied={a} label={label} what={what}>
        {a}
      </TextBox>
    </OpenedDetails>
  );
}
