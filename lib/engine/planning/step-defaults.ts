import type { StepInput } from '@/lib/engine/workflow';

/** The values of fields that a step's caller omits. Null takes the default of the model's kind. */
export const stepDefaults = {
  tone: 'neutral',
  strategy: 'BALANCED',
  model: null,
  fallbacks: null,
  temperature: null,
  max_tokens: null,
  retries: 2,
  timeout_ms: null,
  first_token_timeout_ms: null,
  idle_timeout_ms: 10_000,
  on_error: 'FAIL',
  on_refusal: 'FAIL',
} as const satisfies Partial<StepInput>;
