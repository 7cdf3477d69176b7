/** The tones that a step can name, with the sentence that each adds to the prompt. */
export const tones = {
  neutral: '',
  formal: 'Keep your distance: full sentences, no contractions.',
  friendly: 'Be warm and direct.',
  technical: 'Use the terms of the field, and explain none.',
  plain: 'Use short sentences and everyday words.',
  persuasive: 'Argue for one thing, with reasons.',
  empathetic: "Acknowledge the reader's situation first.",
} as const;

export type Tone = keyof typeof tones;
