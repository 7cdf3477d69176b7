import type { ProcessorEntry } from '@/lib/engine/preprocessors/prepare-texts';
import {
  fileTooLarge,
  longestFile,
  type PostprocessorContext,
  PostprocessorProblem,
  type Processed,
  type WrittenFile,
} from './define-postprocessor';
import { postprocessorNamed } from './registry';

/** The work of one postprocessor. */
export interface Postprocessing extends Processed {
  entry: ProcessorEntry;
  context: PostprocessorContext;
}

export interface PostprocessedOutput extends Processed {
  file: WrittenFile | null;
}

/**
 * Runs one postprocessor.
 * @throws PostprocessorProblem whose message begins with the name of the postprocessor
 */
export async function postprocess({
  entry,
  context,
  output,
  text,
}: Postprocessing): Promise<PostprocessedOutput> {
  const postprocessor = postprocessorNamed(entry.name);
  if (!postprocessor) throw new Error(`There is no postprocessor named ${entry.name}.`);
  try {
    const { file = null, ...changed } = await postprocessor.process({ output, text }, entry.options, context);
    if (file && file.bytes.length > longestFile) throw fileTooLarge();
    return { output, text, ...changed, file };
  } catch (error) {
    if (!(error instanceof PostprocessorProblem)) throw error;
    throw new PostprocessorProblem(`${entry.name}: ${error.message}`, error.code);
  }
}
