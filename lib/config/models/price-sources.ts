import type { ProviderName } from './provider-labels';

/** Where the prices of a provider's models were read. */
interface PriceSource {
  /** The provider's own page. */
  url: string;
  /** The day whose state of that page was read: it was read in copies. */
  asOf: string;
  /** The day on which the copies were read. */
  readOn: string;
}

/**
 * The sources of the prices in this folder. Each price was compared with a second copy, or with a price list of
 * someone else, such as the tables of `pydantic/genai-prices` and LiteLLM.
 */
export const priceSources: Partial<Record<ProviderName, PriceSource>> = {
  openai: {
    url: 'https://developers.openai.com/api/docs/pricing',
    asOf: '2026-11-18',
    readOn: '2026-11-24',
  },
  anthropic: {
    url: 'https://platform.claude.com/docs/en/about-claude/pricing',
    asOf: '2026-10-24',
    readOn: '2026-11-24',
  },
  gemini: {
    url: 'https://ai.google.dev/gemini-api/docs/pricing',
    asOf: '2026-11-11',
    readOn: '2026-11-24',
  },
};
