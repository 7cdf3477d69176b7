/** The providers that models can belong to, by the first part of their models' names, with what people call them. */
export const providerLabels = {
  sandbox: 'Sandbox',
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  gemini: 'Gemini',
  compatible: 'OpenAI-compatible',
} as const;

export type ProviderName = keyof typeof providerLabels;
