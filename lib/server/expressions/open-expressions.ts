import { decideCondition, parseCondition } from '@/lib/engine/expressions/condition';
import { ConditionProblem, type Expressions, TemplateProblem } from '@/lib/engine/expressions/expressions';
import { isSmall, narrowScope } from '@/lib/engine/expressions/scope';
import { parseTemplate, renderTemplate } from '@/lib/engine/expressions/template';
import type { Answer } from './evaluation';
import { openEvaluators } from './evaluators';

/** Characters and fields that a condition may read in this process: even 2,000 operations on them take milliseconds. */
const smallScope = 4_000;

/**
 * Evaluates templates and conditions without a risk to this process: what can't run away is evaluated here, in
 * microseconds, and everything else in processes with limits on time and memory, for which accounts take turns.
 */
export function openExpressions(): Expressions & { close(): Promise<void> } {
  const evaluators = openEvaluators({ processes: 2 });
  return {
    async render(source, scope, caller) {
      const parsed = parseTemplate(source);
      if ('problem' in parsed) throw new TemplateProblem(parsed.problem);
      if (parsed.isLiteral) return source;
      if (parsed.isPlain) return renderTemplate(source, scope);
      const evaluation = { kind: 'template', source, scope: narrowScope(scope, parsed) } as const;
      return String(valueIn(await evaluators.run(evaluation, caller), TemplateProblem));
    },
    async decide(source, scope, caller) {
      const parsed = parseCondition(source);
      if ('problem' in parsed) throw new ConditionProblem(parsed.problem);
      const read = narrowScope(scope, parsed);
      if (parsed.isPlain && isSmall(read, smallScope)) return decideCondition(source, read);
      const evaluation = { kind: 'condition', source, scope: read } as const;
      return valueIn(await evaluators.run(evaluation, caller), ConditionProblem) === true;
    },
    close: async () => evaluators.close(),
  };
}

function valueIn(answer: Answer, Problem: new (message: string) => Error): string | boolean {
  if ('problem' in answer) throw new Problem(answer.problem);
  return answer.value;
}
