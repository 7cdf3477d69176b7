import { decideCondition } from './condition';
import type { Scope } from './scope';
import { renderTemplate } from './template';

export { ConditionProblem, TemplateProblem } from './problems';
export type { Scope, StepScope } from './scope';

/** Evaluates what callers write. */
export interface Expressions {
  /** Renders a Liquid template. @throws TemplateProblem */
  render(source: string, scope: Scope): Promise<string>;
  /** Decides a CEL condition. @throws ConditionProblem */
  decide(source: string, scope: Scope): Promise<boolean>;
}

/** Evaluates here and now. For tests and simulations: an expression that runs away takes the process with it. */
export const inProcess: Expressions = {
  render: async (source, scope) => renderTemplate(source, scope),
  decide: async (source, scope) => decideCondition(source, scope),
};
