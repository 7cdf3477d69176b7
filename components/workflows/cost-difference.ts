import { formatCount } from '@/lib/format/number';
import { isCall, type Job, type JobAttempt, type JobStep } from './job';
import { formatCost } from './measures';
import type { JobPlan } from './use-job-plan';

/** Why a job cost more or less than its estimate: these parts add up to the difference. */
type Cause =
  | 'failed'
  | 'fallback'
  | 'routed'
  | 'price'
  | 'longerInput'
  | 'shorterInput'
  | 'cache'
  | 'longerOutput'
  | 'shorterOutput'
  | 'reasoning'
  | 'noResult'
  | 'notCalled';

/** A part of the difference between a cost and its estimate. */
export interface CostCause {
  /** In words. Models and steps are between backticks. */
  words: string;
  /** US dollars: above 0 if it made the job more expensive. */
  amount: number;
}

/** The actual cost of a job next to its estimate; `why` says what keeps the two from being compared. */
export type CostComparison = { causes: CostCause[]; difference: number } | { why: string };

type PlannedStep = JobPlan['steps'][number];
type PaidStep = Pick<JobStep, 'id' | 'fallbacks' | 'attempts' | 'cost'>;

/** A cost (US dollars) below this is written as nothing. */
const LEAST = 0.000_000_5;
/** Below this, the difference of two amounts is rounding: costs are stored in nano-dollars. */
const ROUNDING = 0.5e-9;

interface StepPart {
  cause: Cause;
  step: string;
  amount: number;
  /** For the step's own sentence: `48 output tokens, estimated 120` */
  detail: string;
}

/**
 * Compares the cost of an ended job with its estimate, by what is recorded of its attempts.
 * @returns null while the job runs
 */
export function compareCost(
  job: Pick<Job, 'cost' | 'finishedAt'> & { steps: readonly PaidStep[] },
  attempts: readonly JobAttempt[],
  plan: JobPlan,
): CostComparison | null {
  if (job.finishedAt === null) return null;
  if (plan.estimatedCost === null)
    return { why: "The estimate is unknown, because a step's model has no known price or no model fits." };
  if (job.cost === null)
    return { why: "The actual cost is unknown, because a called model's price isn't known." };
  const all = partsOf(job.steps, attempts, plan);
  if (all === null) return { why: "This page doesn't load all attempts of this job." };
  // A step without a share of a cause isn't named with it.
  const parts = all.filter(({ amount }) => Math.abs(amount) >= ROUNDING);
  const difference = job.cost - plan.estimatedCost;
  const causes = [...Map.groupBy(parts, ({ cause }) => cause)]
    .map(([cause, of]) => ({
      words: `${words[cause]} in ${listed(of.map(({ step }) => `\`${step}\``))}`,
      amount: of.reduce((sum, { amount }) => sum + amount, 0),
    }))
    .filter(({ amount }) => Math.abs(amount) >= LEAST)
    .sort((one, other) => Math.abs(other.amount) - Math.abs(one.amount));
  return { causes, difference };
}

/** The same of one step, with its numbers. Empty if the two are equal, or can't be compared. */
export function stepCostCauses(
  step: PaidStep,
  attempts: readonly JobAttempt[],
  planned: PlannedStep | undefined,
): CostCause[] {
  const parts = (planned && partsOfStep(step, attempts, planned)) ?? [];
  return parts
    .filter(({ amount }) => Math.abs(amount) >= LEAST)
    .sort((one, other) => Math.abs(other.amount) - Math.abs(one.amount))
    .map(({ cause, amount, detail }) => ({ words: `${words[cause]}${detail && `: ${detail}`}`, amount }));
}

/** The models that an estimate assumes, with their steps: `` `a/b` in `one` and `two`; `c/d` in `three` ``. */
export function assumedModels(steps: readonly Pick<PlannedStep, 'id' | 'model'>[]): string {
  const called = steps.flatMap(({ id, model }) => (model === null ? [] : [{ id, model }]));
  const byModel = [...Map.groupBy(called, ({ model }) => model)];
  if (byModel.length === 1) return byModel.map(([model]) => `\`${model}\``).join('');
  return byModel
    .map(([model, of]) => `\`${model}\` in ${listed(of.map(({ id }) => `\`${id}\``))}`)
    .join('; ');
}

/** The planned fallbacks that a completed step had no need of. */
export function unusedFallbacks(
  step: Pick<JobStep, 'status'>,
  attempts: readonly JobAttempt[],
  planned: PlannedStep | undefined,
): string[] {
  if (step.status !== 'COMPLETED' || attempts.length === 0) return [];
  const seen = new Set(attempts.map(({ model }) => model));
  return (planned?.fallbacks ?? []).filter((model) => !seen.has(model));
}

/** `+$0.0004` or `−$0.0004` */
export const signedCost = (amount: number): string =>
  `${amount < 0 ? '−' : '+'}${formatCost(Math.abs(amount))}`;

/** @param difference between a cost and its estimate, in US dollars */
export function differenceInWords(difference: number): string {
  if (Math.abs(difference) < LEAST) return 'The job cost what was estimated.';
  return `The job cost ${formatCost(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'} than estimated:`;
}

const words: Record<Cause, string> = {
  failed: 'Attempts without a result were billed',
  fallback: 'A fallback with other prices served',
  routed: 'Routing chose a model with other prices than the estimate assumes',
  price: "The model's price was another than in the estimate",
  longerInput: 'Longer prompts than estimated',
  shorterInput: 'Shorter prompts than estimated',
  cache: "The provider's cache changed the price of prompts",
  longerOutput: 'Longer outputs than usual',
  shorterOutput: 'Shorter outputs than usual',
  reasoning: 'Tokens for reasoning, which the estimate leaves out,',
  noResult: 'No reply could be used',
  notCalled: 'No model was called',
};

/** Steps that a sentence names. */
const NAMED = 3;

function listed(names: readonly string[]): string {
  const unique = [...new Set(names)];
  const rest = unique.length - NAMED;
  const shown = rest > 0 ? [...unique.slice(0, NAMED), `${rest} more`] : unique;
  return new Intl.ListFormat('en-US').format(shown);
}

/** @returns null if attempts of a step aren't loaded */
function partsOf(
  steps: readonly PaidStep[],
  attempts: readonly JobAttempt[],
  plan: JobPlan,
): StepPart[] | null {
  const attemptsOf = Map.groupBy(attempts, ({ stepId }) => stepId);
  const planned = new Map(plan.steps.map((step) => [step.id, step]));
  const parts: StepPart[] = [];
  for (const step of steps) {
    const one = planned.get(step.id);
    const found = one && partsOfStep(step, attemptsOf.get(step.id) ?? [], one);
    if (!found) return null;
    parts.push(...found);
  }
  return parts;
}

/**
 * A step's cost is its estimate, the difference in tokens at the same prices, the difference in prices, and the calls
 * that gave nothing.
 * @returns null if its cost or its estimate isn't known, or not all of its attempts are loaded
 */
function partsOfStep(
  step: PaidStep,
  attempts: readonly JobAttempt[],
  { estimatedCost, estimatedTokens, estimatedOutputTokens, prices, model }: PlannedStep,
): StepPart[] | null {
  const calls = attempts.filter(isCall);
  if (calls.length < step.attempts || step.cost === null || estimatedCost === null) return null;
  const part = (cause: Cause, amount: number, detail = ''): StepPart => ({
    cause,
    step: step.id,
    amount,
    detail,
  });
  if (calls.length === 0) return [part('notCalled', -estimatedCost)];
  const used = calls.filter(({ outcome }) => outcome === 'ANSWERED');
  const failed = calls.filter(({ outcome }) => outcome !== 'ANSWERED');
  const lost = part(
    'failed',
    costOf(failed),
    `${formatCount(failed.filter(isBilled).length)} of ${formatCount(calls.length)} calls`,
  );
  // Without a result, there is nothing to compare with the usual one.
  if (used.length === 0) return [lost, part('noResult', -estimatedCost)];
  if (!prices) return [lost, part('routed', costOf(used) - estimatedCost)];
  const sum = (count: (attempt: JobAttempt) => number) =>
    used.reduce((total, attempt) => total + count(attempt), 0);
  const dollars = (tokens: number, price: number) => (tokens * price) / 1e6;
  const input = sum(
    ({ inputTokens, cachedInputTokens, cacheWriteTokens }) =>
      inputTokens + cachedInputTokens + cacheWriteTokens,
  );
  const output = sum(({ outputTokens }) => outputTokens);
  const estimatedInput = estimatedTokens - estimatedOutputTokens;
  const inputAmount = dollars(input - estimatedInput, prices.input);
  const outputAmount = dollars(output - estimatedOutputTokens, prices.output);
  const cache =
    dollars(
      sum((one) => one.cachedInputTokens),
      prices.cachedInput - prices.input,
    ) +
    dollars(
      sum((one) => one.cacheWriteTokens),
      prices.cacheWrite - prices.input,
    );
  const reasoning = dollars(
    sum((one) => one.reasoningTokens),
    prices.reasoning,
  );
  const priceAmount = costOf(used) - estimatedCost - inputAmount - outputAmount - cache - reasoning;
  const compared = (count: number, kind: string, estimate: number) =>
    `${formatCount(count)} ${kind} tokens, estimated ${formatCount(estimate)}`;
  return [
    lost,
    part(causeOfPrice(step, used, model), priceAmount, models(used, model)),
    part(
      inputAmount > 0 ? 'longerInput' : 'shorterInput',
      inputAmount,
      compared(input, 'input', estimatedInput),
    ),
    part(
      outputAmount > 0 ? 'longerOutput' : 'shorterOutput',
      outputAmount,
      compared(output, 'output', estimatedOutputTokens),
    ),
    part('cache', cache),
    part('reasoning', reasoning),
  ];
}

const isBilled = ({ cost }: JobAttempt): boolean => (cost ?? 0) > 0;

const costOf = (attempts: readonly JobAttempt[]): number =>
  attempts.reduce((sum, { cost }) => sum + (cost ?? 0), 0);

function causeOfPrice({ fallbacks }: PaidStep, used: readonly JobAttempt[], planned: string | null): Cause {
  if (used.every(({ model }) => model === planned)) return 'price';
  return fallbacks.length > 0 ? 'fallback' : 'routed';
}

/** `` `a/b` instead of `c/d` `` */
function models(used: readonly JobAttempt[], planned: string | null): string {
  const others = [...new Set(used.map(({ model }) => model))].filter((model) => model !== planned);
  return others.length > 0 && planned !== null
    ? `${listed(others.map((model) => `\`${model}\``))} instead of \`${planned}\``
    : '';
}
