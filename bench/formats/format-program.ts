import { postprocessorNamed } from '@/lib/engine/postprocessors/registry';
import { postprocess } from '@/lib/engine/postprocessors/run-postprocessor';
import { longDocument, longTable } from './long-document';

// `tsx bench/formats/format-program.ts NAME` lets a postprocessor write 1 MB in this process, and prints what it took as
// JSON.

/** The cost of writing a file. */
export interface Written {
  milliseconds: number;
  /** The most that the process held, with Node itself. */
  peakBytes: number;
  fileBytes: number;
}

const [, , name = ''] = process.argv;
const ofTables = ['writeToCsv', 'writeToXlsx'].includes(name);
const output = ofTables ? longTable() : longDocument();
const text = typeof output === 'string' ? output : JSON.stringify(output);
const since = performance.now();
const { file } = await postprocess({
  entry: { name, options: postprocessorNamed(name)?.options.parse({}) },
  ...{ output, text },
  context: { stepId: 'report', task: 'generation', originalText: '', fileText: null, record: null },
});
if (!file) throw new Error(`${name} wrote no file.`);
const written: Written = {
  milliseconds: performance.now() - since,
  peakBytes: process.resourceUsage().maxRSS * 1024,
  fileBytes: file.bytes.byteLength,
};
console.log(JSON.stringify(written));
