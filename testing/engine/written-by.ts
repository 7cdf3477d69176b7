import type { WrittenFile } from '@/lib/engine/postprocessors/define-postprocessor';
import { postprocessorNamed } from '@/lib/engine/postprocessors/registry';
import { sharedTextWorker } from '@/testing/shared-text-worker';

/**
 * The file that a postprocessor writes from a text, in the process that serves it, with its limits.
 * @param options as a caller gives them
 */
export async function writtenBy(name: string, text: string, options: object = {}): Promise<WrittenFile> {
  const { file } = await sharedTextWorker.postprocess(
    {
      output: { summary: text },
      text,
      entry: { name, options: postprocessorNamed(name)?.options.parse(options) as object },
      context: { stepId: 'summary', task: 'summarization', originalText: '', fileText: null, record: null },
    },
    { accountId: 'acc_1', signal: new AbortController().signal },
  );
  if (!file) throw new Error(`${name} wrote no file.`);
  return file;
}

/** Whether a postprocessor takes these options. */
export const takesOptions = (name: string, options: object): boolean =>
  postprocessorNamed(name)?.options.safeParse(options).success ?? false;
