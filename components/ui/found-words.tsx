import { Fragment } from 'react';
import { splitAtWords } from '@/lib/format/words';

interface FoundWordsProps {
  text: string;
  /** Left out: no word is marked. */
  isFound?: ((word: string) => boolean) | undefined;
}

/** A text with the words marked that a search found. */
export function FoundWords({ text, isFound }: FoundWordsProps) {
  if (!isFound) return text;
  return splitAtWords(text).map((piece, index) => {
    const key = `${index}${piece}`;
    const isMarked = index % 2 === 1 && isFound(piece);
    return isMarked ? (
      <mark className="rounded-[3px] bg-signal-glow/35 text-text" key={key}>
        {piece}
      </mark>
    ) : (
      <Fragment key={key}>{piece}</Fragment>
    );
  });
}
