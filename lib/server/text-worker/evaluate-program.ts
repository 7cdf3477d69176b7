import { checkRows } from '@/lib/engine/bulk/check-rows';
import { decideCondition } from '@/lib/engine/expressions/condition';
import { ConditionProblem, TemplateProblem } from '@/lib/engine/expressions/problems';
import { renderTemplate } from '@/lib/engine/expressions/template';
import type { Evaluation } from './evaluation';
import { serveWork } from './serve-work';

// Evaluates templates and conditions, also over the rows of a bulk file.
await serveWork<Evaluation>({
  do: (work) => {
    if (work.kind === 'templates') return work.sources.map((source) => renderTemplate(source, work.scope));
    if (work.kind === 'rows') return checkRows(work.work);
    return decideCondition(work.source, work.scope);
  },
  failureOf: (error) =>
    error instanceof TemplateProblem || error instanceof ConditionProblem ? { problem: error.message } : null,
  cleanHeap: 24,
});
