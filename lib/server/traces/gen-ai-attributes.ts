import { nameAtProvider, providerOf } from '@/lib/engine/models/catalog';
import { tokensIn, tokensOut } from '@/lib/engine/models/cost';
import { usageOf } from '@/lib/server/jobs/ledger/step-columns';
import type { TracedAttempt, TracedJob } from './read-ended-jobs';
import type { Attributes } from './span';

// The only file with names of OpenTelemetry's semantic conventions for generative AI. They are still in development, and
// live in https://github.com/open-telemetry/semantic-conventions-genai.

/** Names of providers that the conventions know; the others keep ours. */
const conventionalNames: Record<string, string> = { gemini: 'gcp.gemini' };

/** The name of a job's span. */
export const workflowSpanName = ({ name }: Pick<TracedJob, 'name'>): string => `invoke_workflow ${name}`;

export const workflowAttributes = ({ name }: Pick<TracedJob, 'name'>): Attributes => ({
  'gen_ai.operation.name': 'invoke_workflow',
  'gen_ai.workflow.name': name,
});

/** The name of a call's span. */
export const callSpanName = ({ model }: Pick<TracedAttempt, 'model'>): string =>
  `chat ${nameAtProvider(model)}`;

/** Of an attempt that called its model. It has no text of prompt or reply. */
export function callAttributes(attempt: TracedAttempt): Attributes {
  const provider = providerOf(attempt.model);
  const usage = usageOf(attempt);
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': conventionalNames[provider] ?? provider,
    'gen_ai.request.model': nameAtProvider(attempt.model),
    'gen_ai.request.stream': true,
    // The totals contain the parts that follow them.
    'gen_ai.usage.input_tokens': tokensIn(usage),
    'gen_ai.usage.cache_read.input_tokens': usage.cachedInput,
    'gen_ai.usage.cache_creation.input_tokens': usage.cacheWrite,
    'gen_ai.usage.output_tokens': tokensOut(usage),
    'gen_ai.usage.reasoning.output_tokens': usage.reasoning,
    ...(attempt.firstTokenMs !== null && {
      'gen_ai.response.time_to_first_chunk': attempt.firstTokenMs / 1_000,
    }),
  };
}
