import type { ModelConfig } from '@/lib/config/models/model-config';

/** How long (ms) a call may take at most: to connect, to its first token, between tokens, and as a whole. */
export interface CallDeadlines {
  connect: number;
  firstToken: number;
  idle: number;
  whole: number;
}

/** Reasoning models think before their first token, so they have more time (docs/engine.md, "Deadlines and clocks"). */
const usualDeadlines = ({ reasoning }: ModelConfig): CallDeadlines => ({
  connect: 5_000,
  firstToken: reasoning ? 120_000 : 10_000,
  idle: 10_000,
  whole: reasoning ? 300_000 : 60_000,
});

/** The deadlines of a policy, with the model's usual ones in place of null. */
export function deadlinesFor(
  deadlines: { [Name in keyof CallDeadlines]: number | null },
  model: ModelConfig,
): CallDeadlines {
  const usual = usualDeadlines(model);
  return {
    connect: deadlines.connect ?? usual.connect,
    firstToken: deadlines.firstToken ?? usual.firstToken,
    idle: deadlines.idle ?? usual.idle,
    whole: deadlines.whole ?? usual.whole,
  };
}

/** Whether deadlines leave a model less time than usual. */
export function areShorterThanUsual(deadlines: CallDeadlines, model: ModelConfig): boolean {
  const usual = usualDeadlines(model);
  return (Object.keys(usual) as (keyof CallDeadlines)[]).some((name) => deadlines[name] < usual[name]);
}
