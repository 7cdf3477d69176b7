import { resultFields } from '@/lib/engine/bulk/output-columns';
import { readChatBatch } from '@/lib/engine/bulk/read-chat-batch';
import { readUploadedSheet } from '@/lib/engine/bulk/read-sheet';
import { SheetProblem } from '@/lib/engine/bulk/sheet';
import { type RowsToWrite, writeRows } from '@/lib/engine/bulk/write-rows';
import { TemplateProblem } from '@/lib/engine/expressions/problems';
import { isSmall } from '@/lib/engine/expressions/scope';
import { joinOutputs } from '@/lib/engine/expressions/template';
import { PostprocessorProblem } from '@/lib/engine/postprocessors/define-postprocessor';
import { type Postprocessing, postprocess } from '@/lib/engine/postprocessors/run-postprocessor';
import { PreprocessorProblem } from '@/lib/engine/preprocessors/define-preprocessor';
import { decodeFound, decodeNamed } from '@/lib/engine/preprocessors/file-encoding';
import { restoreOutput } from '@/lib/engine/preprocessors/placeholders';
import { type Preparation, prepareWith } from '@/lib/engine/preprocessors/prepare-texts';
import { divideText } from '@/lib/engine/replies/divide-text';
import { ReplyProblem, TooMuchWork } from '@/lib/engine/replies/problems';
import { readTask } from '@/lib/engine/tasks/read-task';
import { writeReply } from '@/lib/providers/sandbox/write-reply';
import type { Postprocessed, PreparedTexts, RowsWriting, SheetReading, TextWork } from './evaluation';
import { serveWork } from './serve-work';

/** Most values and names of an output: the server's thread parses, writes and stores them. */
const mostValues = 400_000;
/** Most characters of an output's JSON, for the same reason: as many as a model's reply may have. */
const mostCharacters = 4 * 1024 * 1024;

// Works on whole texts: prepares, reads, and divides them, writes files, and writes the sandbox's replies.
await serveWork<TextWork>({
  do: (work) => {
    if (work.kind === 'preparation') return prepare(work.preparation);
    if (work.kind === 'postprocessing') return processOutput(work.postprocessing);
    if (work.kind === 'decoding') return decodeNamed(work.file, work.encoding);
    if (work.kind === 'joining') return joinOutputs(work.outputs);
    // As JSON, which is unpacked several times faster than a copy of the value.
    if (work.kind === 'restoration') return JSON.stringify(restoreOutput(work.restoration));
    if (work.kind === 'upload') return decodeFound(work.bytes);
    if (work.kind === 'sheet') return readWith(() => readUploadedSheet(work.bytes, work.options));
    if (work.kind === 'chat batch') return readWith(() => readChatBatch(work.bytes));
    if (work.kind === 'fields') return resultFields(work.results);
    if (work.kind === 'rows') return write(work.rows);
    if (work.kind === 'division') return divideText(work.text, work.rules);
    if (work.kind === 'sandbox') return writeReply(work.task, work.work, work.schema);
    const output = readTask(work.reading);
    if (!isSmall(output, mostValues, () => 1)) throw new TooMuchWork('The output has too many values.');
    const json = JSON.stringify(output);
    if (json.length > mostCharacters) throw new TooMuchWork('The output is too long.');
    return json;
  },
  failureOf: (error) => {
    if (
      error instanceof ReplyProblem ||
      error instanceof TemplateProblem ||
      error instanceof PreprocessorProblem
    )
      return { problem: error.message };
    // Values that nest too deeply end the stack.
    return error instanceof TooMuchWork || error instanceof RangeError ? { passed: 'memory' } : null;
  },
  cleanHeap: 80,
});

function readWith<Read>(read: () => Read): SheetReading<Read> {
  try {
    return { sheet: read() };
  } catch (error) {
    if (!(error instanceof SheetProblem)) throw error;
    const { code, message } = error;
    return { problem: { code, message } };
  }
}

async function write(rows: RowsToWrite): Promise<RowsWriting> {
  try {
    return { bytes: await writeRows(rows) };
  } catch (error) {
    if (error instanceof PostprocessorProblem) return { problem: error.message };
    throw error;
  }
}

async function prepare(preparation: Preparation): Promise<PreparedTexts> {
  try {
    return { texts: await prepareWith(preparation) };
  } catch (error) {
    if (!(error instanceof PreprocessorProblem)) throw error;
    const { code, message } = error;
    return { problem: { code, message } };
  }
}

async function processOutput(postprocessing: Postprocessing): Promise<Postprocessed> {
  try {
    const { output, text, file } = await postprocess(postprocessing);
    if (!isSmall(output, mostValues, () => 1) || JSON.stringify(output).length > mostCharacters)
      throw new PostprocessorProblem(`${postprocessing.entry.name}: the output would be too long.`);
    const changed = {
      ...(output !== postprocessing.output && { output }),
      ...(text !== postprocessing.text && { text }),
    };
    return { processed: { ...changed, file } };
  } catch (error) {
    if (!(error instanceof PostprocessorProblem)) throw error;
    const { code, message } = error;
    return { problem: { code, message } };
  }
}
