import type { Environment } from '@/lib/config/environment';
import type { Provider } from '@/lib/engine/calls/provider';
import { anthropicProvider } from './anthropic';
import { compatibleProvider } from './compatible';
import { geminiProvider } from './gemini';
import { openaiProvider } from './openai';

/** The providers whose variables are set. Each has one key, the server's, for all accounts. */
export function openLanguageModels(environment: Environment): Provider[] {
  const { openaiApiKey, anthropicApiKey, geminiApiKey, compatibleApiKey, compatibleBaseUrl } = environment;
  return [
    ...(openaiApiKey ? [openaiProvider({ apiKey: openaiApiKey, baseURL: environment.openaiBaseUrl })] : []),
    ...(anthropicApiKey
      ? [anthropicProvider({ apiKey: anthropicApiKey, baseURL: environment.anthropicBaseUrl })]
      : []),
    ...(geminiApiKey ? [geminiProvider({ apiKey: geminiApiKey, baseURL: environment.geminiBaseUrl })] : []),
    ...(compatibleBaseUrl
      ? [compatibleProvider({ apiKey: compatibleApiKey, baseURL: compatibleBaseUrl })]
      : []),
  ];
}
