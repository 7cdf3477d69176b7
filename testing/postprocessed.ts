import type { PostprocessorContext } from '@/lib/engine/postprocessors/define-postprocessor';
import { postprocessorNamed } from '@/lib/engine/postprocessors/registry';
import { postprocess } from '@/lib/engine/postprocessors/run-postprocessor';

interface Work extends Partial<PostprocessorContext> {
  output?: unknown;
  text?: string;
  options?: object;
}

/**
 * Runs a postprocessor with options as a caller writes them, as step `facts`.
 * @returns its result, with its file's text
 */
export async function postprocessed(
  name: string,
  { output = {}, text = '', options = {}, ...context }: Work,
) {
  const entry = { name, options: postprocessorNamed(name)?.options.parse(options) };
  const result = await postprocess({
    ...{ entry, output, text },
    context: {
      ...{ stepId: 'facts', task: 'generation', originalText: '', fileText: null, record: null },
      ...context,
    },
  });
  return { ...result, written: result.file && Buffer.from(result.file.bytes).toString('utf8') };
}

/** Whether a postprocessor takes options. */
export const takesOptions = (name: string, options: object): boolean =>
  postprocessorNamed(name)?.options.safeParse(options).success === true;
