import { decideCondition } from '@/lib/engine/expressions/condition';
import { ConditionProblem, TemplateProblem } from '@/lib/engine/expressions/problems';
import { renderTemplate } from '@/lib/engine/expressions/template';
import type { Evaluation } from './evaluation';
import { serveWork } from './serve-work';

// Evaluates templates and conditions.
await serveWork<Evaluation>({
  do: (work) =>
    work.kind === 'templates'
      ? work.sources.map((source) => renderTemplate(source, work.scope))
      : decideCondition(work.source, work.scope),
  failureOf: (error) =>
    error instanceof TemplateProblem || error instanceof ConditionProblem ? { problem: error.message } : null,
  cleanHeap: 24,
});
