import type { JsonSchema } from '@/lib/engine/replies/compile-schema';
import { analyze } from '@/lib/providers/sandbox/replies/analyze';
import { chat } from '@/lib/providers/sandbox/replies/chat';
import { classify } from '@/lib/providers/sandbox/replies/classify';
import { extract } from '@/lib/providers/sandbox/replies/extract';
import { fillSchema } from '@/lib/providers/sandbox/replies/fill-schema';
import { generate } from '@/lib/providers/sandbox/replies/generate';
import { generateCode } from '@/lib/providers/sandbox/replies/generate-code';
import { reviewCode } from '@/lib/providers/sandbox/replies/review-code';
import { summarize } from '@/lib/providers/sandbox/replies/summarize';
import { transform } from '@/lib/providers/sandbox/replies/transform';
import { translate } from '@/lib/providers/sandbox/replies/translate';
import { validate } from '@/lib/providers/sandbox/replies/validate';
import { writeDocumentation } from '@/lib/providers/sandbox/replies/write-documentation';
import { type Algorithm, SANDBOX_NOTICE, type SandboxWork } from './sandbox-work';

const algorithms = new Map<string, Algorithm>([
  ['analysis', analyze],
  ['chat', chat],
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
 * The sandbox's whole reply to a piece of work, in the form that its task asks for.
 * @param task the task's name; an unknown one gets a value for its schema, or prose
 * @param schema the schema of a JSON reply; null for prose and source
 */
export function writeReply(task: string, work: SandboxWork, schema: JsonSchema | null): string {
  const algorithm = algorithms.get(task);
  if (algorithm) return algorithm(work);
  if (schema) return JSON.stringify(fillSchema(schema, SANDBOX_NOTICE));
  return generate({ ...work, options: { format: 'text' } });
}
