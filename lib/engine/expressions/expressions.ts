import { decideCondition } from './condition';
import type { Scope } from './scope';
import { renderTemplate } from './template';

export { ConditionProblem, TemplateProblem } from './problems';
export type { Scope, StepScope } from './scope';

/** For whom an expression is evaluated: accounts take turns, and what is aborted waits no longer. */
export interface Caller {
  accountId: string;
  signal: AbortSignal;
}

/** Evaluates what callers write. Rejects with the signal's reason once it is aborted. */
export interface Expressions {
  /** Renders a Liquid template. @throws TemplateProblem */
  render(source: string, scope: Scope, caller: Caller): Promise<string>;
  /** Decides a CEL condition. @throws ConditionProblem */
  decide(source: string, scope: Scope, caller: Caller): Promise<boolean>;
}

/** Evaluates here and now. For tests and simulations: an expression that runs away takes the process with it. */
export const inProcess: Expressions = {
  render: async (source, scope) => renderTemplate(source, scope),
  decide: async (source, scope) => decideCondition(source, scope),
};
