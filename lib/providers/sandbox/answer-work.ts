import type { JsonSchema } from '@/lib/engine/calls/provider';
import { analyze } from '@/lib/providers/sandbox/answers/analyze';
import { classify } from '@/lib/providers/sandbox/answers/classify';
import { extract } from '@/lib/providers/sandbox/answers/extract';
import { fillSchema } from '@/lib/providers/sandbox/answers/fill-schema';
import { generate } from '@/lib/providers/sandbox/answers/generate';
import { generateCode } from '@/lib/providers/sandbox/answers/generate-code';
import { reviewCode } from '@/lib/providers/sandbox/answers/review-code';
import { summarize } from '@/lib/providers/sandbox/answers/summarize';
import { transform } from '@/lib/providers/sandbox/answers/transform';
import { translate } from '@/lib/providers/sandbox/answers/translate';
import { validate } from '@/lib/providers/sandbox/answers/validate';
import { writeDocumentation } from '@/lib/providers/sandbox/answers/write-documentation';
import { type Algorithm, SANDBOX_NOTICE, type SandboxWork } from '@/lib/providers/sandbox/sandbox-work';

const algorithms = new Map<string, Algorithm>([
  ['analysis', analyze],
  ['classification', classify],
  ['code-generation', generateCode],
  ['code-review', reviewCode],
  ['documentation', writeDocumentation],
  ['extraction', extract],
  ['generation', generate],
  ['summarization', summarize],
  ['transformation', transform],
  ['translation', translate],
  ['validation', validate],
]);

/**
 * The sandbox's whole answer to a piece of work, in the form that its task asks for.
 * @param task the task's name; an unknown one gets a value for its schema, or prose
 * @param schema what a JSON answer must fit; null for prose and source
 */
export function answerWork(task: string, work: SandboxWork, schema: JsonSchema | null): string {
  const algorithm = algorithms.get(task);
  if (algorithm) return algorithm(work);
  if (schema) return JSON.stringify(fillSchema(schema, SANDBOX_NOTICE));
  return generate({ ...work, options: { format: 'text' } });
}
