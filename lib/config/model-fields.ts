/**
 * The fields of a step that are about models, which a task without models doesn't take. Some have the name of a similar
 * field that other tasks take.
 */
export const modelFields = {
  tone: null,
  strategy: null,
  model: null,
  fallbacks: null,
  temperature: null,
  max_tokens: null,
  retries: null,
  timeout_ms: 'options.timeout',
  first_token_timeout_ms: 'options.timeout',
  idle_timeout_ms: 'options.timeout',
  on_refusal: 'on_error',
} as const;
