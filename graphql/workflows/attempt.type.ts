import { builder } from '@/graphql/builder';
import { errorDocs, isWorkflowError } from '@/lib/config/workflow-errors';
import { dollarsOfNanos } from '@/lib/rules/nano-dollars';
import type { AttemptView } from '@/lib/server/workflows/list-attempts';

const AttemptOutcomeType = builder.enumType('AttemptOutcome', {
  values: {
    RUNNING: { description: 'It is under way.' },
    ANSWERED: { description: 'Its answer was used.' },
    FAILED: { description: 'It gave no answer, or none that could be used.' },
    CANCELED: { description: 'It was ended with its job.' },
    LOST: { description: 'Its process ended while it was under way; tokens and cost are estimates.' },
    PASSED_OVER: { description: "The model wasn't called." },
  },
});

const tokenKinds = ['input', 'cachedInput', 'cacheWrite', 'output', 'reasoning'] as const;

export const TokenPricesType = builder
  .objectRef<NonNullable<AttemptView['prices']>>('TokenPrices')
  .implement({
    description: 'US dollars per million tokens.',
    fields: (t) =>
      Object.fromEntries(
        // A nano-dollar per token is a thousandth of a dollar per million.
        tokenKinds.map((kind) => [kind, t.float({ resolve: (prices) => prices[kind] / 1_000 })]),
      ) as Record<(typeof tokenKinds)[number], ReturnType<typeof t.float>>,
  });

export const JobAttemptType = builder.objectRef<AttemptView>('JobAttempt').implement({
  description: 'One request to a provider, or a model that was passed over.',
  fields: (t) => ({
    stepId: t.exposeID('stepId'),
    number: t.exposeInt('number', { description: 'Within its step, from 1.' }),
    model: t.exposeString('model'),
    outcome: t.expose('outcome', { type: AttemptOutcomeType }),
    code: t.exposeString('code', { nullable: true }),
    message: t.exposeString('message', { nullable: true }),
    docs: t.string({
      nullable: true,
      description: 'The address of the documentation of its code, on this server.',
      resolve: ({ code }) => (code !== null && isWorkflowError(code) ? errorDocs(code) : null),
    }),
    status: t.exposeInt('status', { nullable: true, description: 'HTTP status of the provider.' }),
    inputTokens: t.exposeInt('inputTokens'),
    cachedInputTokens: t.exposeInt('cachedInputTokens'),
    cacheWriteTokens: t.exposeInt('cacheWriteTokens'),
    outputTokens: t.exposeInt('outputTokens'),
    reasoningTokens: t.exposeInt('reasoningTokens'),
    estimated: t.exposeBoolean('estimated', { description: 'Whether the tokens are an estimate.' }),
    cost: t.float({
      nullable: true,
      description: "US dollars; null if the model's price isn't known.",
      resolve: ({ costNanos }) => dollarsOfNanos(costNanos),
    }),
    prices: t.expose('prices', {
      type: TokenPricesType,
      nullable: true,
      description: "The prices of its cost; null if they aren't known, or the catalog has changed since.",
    }),
    connectMs: t.exposeInt('connectMs', {
      nullable: true,
      description:
        "From its start until the provider accepted it with the headers of a response; null if it didn't, or its job ran before 0.17.0.",
    }),
    firstTokenMs: t.exposeInt('firstTokenMs', { nullable: true }),
    milliseconds: t.exposeInt('milliseconds', { nullable: true }),
    startedAt: t.expose('startedAt', { type: 'EpochMillis' }),
    retryAt: t.expose('retryAt', {
      type: 'EpochMillis',
      nullable: true,
      description: "When the model could be called again for the same request; null if it couldn't.",
    }),
  }),
});
