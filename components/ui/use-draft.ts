import { useState } from 'react';

/**
 * The text of a field while it is typed, over the value that counts. A value that the field did not ask for, as from
 * the browser's Back, takes the place of the text.
 * @param onAsk asks for another value
 */
export function useDraft(value: string, onAsk: (value: string) => void) {
  const [draft, setDraft] = useState({ text: value, known: value, asked: value });
  if (draft.known !== value) {
    // What it asked for may come after more was typed.
    const text = value === draft.asked ? draft.text : value;
    setDraft({ text, known: value, asked: value });
  }
  return {
    text: draft.text,
    type: (text: string) => setDraft((before) => ({ ...before, text })),
    ask: (asked: string) => {
      setDraft((before) => ({ ...before, asked }));
      onAsk(asked);
    },
  };
}
