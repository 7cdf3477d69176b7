import type { PostprocessorContext, WrittenFile } from '@/lib/engine/postprocessors/define-postprocessor';
import { postprocessorNamed } from '@/lib/engine/postprocessors/registry';
import { type Postprocessing, postprocess } from '@/lib/engine/postprocessors/run-postprocessor';
import { sharedTextWorker } from '@/testing/shared-text-worker';

interface Work extends Partial<PostprocessorContext> {
  output?: unknown;
  text?: string;
  /** As a caller writes them. */
  options?: object;
}

/** A postprocessor's work, in step `facts` if nothing else is said. */
function workOf(name: string, { output = {}, text = '', options = {}, ...context }: Work): Postprocessing {
  return {
    ...{ output, text },
    entry: { name, options: postprocessorNamed(name)?.options.parse(options) as object },
    context: {
      ...{ stepId: 'facts', task: 'generation', originalText: '', fileText: null, record: null },
      ...context,
    },
  };
}

/** Runs a postprocessor. @returns its result, with its file's text */
export async function postprocessed(name: string, work: Work) {
  const result = await postprocess(workOf(name, work));
  return { ...result, written: result.file && Buffer.from(result.file.bytes).toString('utf8') };
}

/** Runs a postprocessor in the process that serves it, with its limits. */
export const postprocessedApart = (name: string, work: Work) =>
  sharedTextWorker.postprocess(workOf(name, work), {
    accountId: 'acc_1',
    signal: new AbortController().signal,
  });

/** The file that a postprocessor writes from a step's text, in the process that serves it, with its limits. */
export async function writtenBy(name: string, text: string, options: object = {}): Promise<WrittenFile> {
  const work = { output: { summary: text }, stepId: 'summary', task: 'summarization', text, options };
  const { file } = await postprocessedApart(name, work);
  if (!file) throw new Error(`${name} wrote no file.`);
  return file;
}

/** Whether a postprocessor takes options. */
export const takesOptions = (name: string, options: object): boolean =>
  postprocessorNamed(name)?.options.safeParse(options).success === true;
