import { createElement, Fragment } from 'react';

/** A sentence; what it writes between backticks is code. */
export const CodeMarks = ({ text }: { text: string }) =>
  createElement(
    Fragment,
    null,
    ...text
      .split(/`([^`]+)`/)
      .map((part, index) => (index % 2 === 1 ? createElement('code', null, part) : part)),
  );
