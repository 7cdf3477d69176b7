/** The providers that models can belong to, by the first part of their models' names, with what people call them. */
export const providerLabels = {
  sandbox: 'Sandbox',
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  gemini: 'Gemini',
  compatible: 'OpenAI-compatible',
} as const;

export type ProviderName = keyof typeof providerLabels;

/** Where the prices of a provider's models were read. */
interface PriceSource {
  /** The provider's own page. */
  url: string;
  /** The days of the oldest and the newest copy in which that page was read; newer models are in newer ones. */
  copies: { oldest: string; newest: string };
  /** The day on which the copies were read. */
  readOn: string;
}

/**
 * The sources of the prices in this folder. Each price was compared with a second copy, or with another
 * project's price list, such as the tables of `pydantic/genai-prices` and LiteLLM.
 */
export const priceSources: Partial<Record<ProviderName, PriceSource>> = {
  openai: {
    url: 'https://developers.openai.com/api/docs/pricing',
    copies: { oldest: '2026-10-03', newest: '2026-11-18' },
    readOn: '2026-11-24',
  },
  anthropic: {
    url: 'https://platform.claude.com/docs/en/about-claude/pricing',
    copies: { oldest: '2026-10-07', newest: '2026-10-24' },
    readOn: '2026-11-24',
  },
  gemini: {
    url: 'https://ai.google.dev/gemini-api/docs/pricing',
    copies: { oldest: '2026-08-21', newest: '2026-11-11' },
    readOn: '2026-11-24',
  },
};
