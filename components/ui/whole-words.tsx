import { Fragment } from 'react';

interface WholeWordsProps {
  text: string;
  className?: string;
}

/**
 * A name or an address that wraps only between words, after an `@`, and after an id's separators. A short beginning
 * such as `usr_` stays with the rest. A part that is wider than its line ends in an ellipsis. The pointer shows the
 * complete text.
 */
export function WholeWords({ text, className = '' }: WholeWordsProps) {
  return (
    <bdi className={`block overflow-hidden text-ellipsis ${className}`} title={text}>
      {[...text.matchAll(/(?:[^@/:_]{1,4}_)*[^@/:_]*[@/:_]?/g)].map(({ 0: part, index: at }) => (
        <Fragment key={at}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </bdi>
  );
}
