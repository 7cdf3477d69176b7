import { useState } from 'react';

/**
 * The text of a field while it's being typed, before it becomes the field's value. A value that the field didn't ask
 * for, for example on Back, replaces the text.
 * @param onAsk asks for another value
 */
export function useDraft(value: string, onAsk: (value: string) => void) {
  const [draft, setDraft] = useState({ text: value, known: value, asked: value });
  if (draft.known !== value) {
    // The value that it asked for can arrive after more was typed.
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
