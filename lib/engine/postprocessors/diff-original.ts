import type { StructuredPatchHunk } from 'diff';
import { z } from 'zod';
import { definePostprocessor, PostprocessorProblem, withField } from './define-postprocessor';

/** Lines removed and added in total. The time grows with the square of this number: these take up to three seconds. */
const MOST_CHANGES = 5_000;

interface Change {
  kind: 'added' | 'removed';
  /** From 1: in the output for what was added, in the original for what was removed. */
  line: number;
  text: string;
}

export const diffOriginal = definePostprocessor({
  name: 'diffOriginal',
  summary: "Compares the step's text with the text of the output.",
  options: z.strictObject({
    format: z.enum(['unified', 'json']).default('unified').describe('A unified diff, or a list of changes.'),
    context_lines: z
      .number()
      .int()
      .min(0)
      .max(20)
      .default(3)
      .describe('Unchanged lines around a change; only for unified.'),
    replace: z.boolean().default(false).describe('Whether the difference replaces the text of the output.'),
  }),
  readsOriginalText: true,
  async process({ output, text }, { format, context_lines, replace }, { originalText }) {
    const isUnified = format === 'unified';
    const hunks = await compare(originalText, text, isUnified ? context_lines : 0);
    const diff = isUnified ? unifiedDiff(hunks) : hunks.flatMap(changesOf);
    const withDiff = withField(output, 'diff', diff);
    if (!replace) return { output: withDiff };
    return { output: withDiff, text: typeof diff === 'string' ? diff : JSON.stringify(diff) };
  },
});

async function compare(original: string, output: string, context: number): Promise<StructuredPatchHunk[]> {
  const { structuredPatch } = await import('diff');
  // Not its `timeout`, by which the result would depend on how busy the machine is.
  const options = { context, maxEditLength: MOST_CHANGES };
  const patch = structuredPatch(
    '',
    '',
    wholeLines(original),
    wholeLines(output),
    undefined,
    undefined,
    options,
  );
  if (!patch)
    throw new PostprocessorProblem(
      `the texts differ in more than ${MOST_CHANGES.toLocaleString('en-US')} lines, too many to compare.`,
    );
  return patch.hunks;
}

/** How lines end isn't a difference: models write their own line ends, and often none after the last line. */
function wholeLines(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n');
  return lines === '' || lines.endsWith('\n') ? lines : `${lines}\n`;
}

function unifiedDiff(hunks: readonly StructuredPatchHunk[]): string {
  if (hunks.length === 0) return '';
  const lines = hunks.flatMap((hunk) => [
    `@@ -${range(hunk.oldStart, hunk.oldLines)} +${range(hunk.newStart, hunk.newLines)} @@`,
    ...hunk.lines,
  ]);
  return `${['--- original', '+++ output', ...lines].join('\n')}\n`;
}

/** As `diff -u` writes it: one line has no count, and no lines are after the line before. */
function range(start: number, lines: number): string {
  if (lines === 1) return String(start);
  return `${lines === 0 ? start - 1 : start},${lines}`;
}

/** @param hunk without context */
function changesOf(hunk: StructuredPatchHunk): Change[] {
  const next = { added: hunk.newStart, removed: hunk.oldStart };
  return hunk.lines.map((line) => {
    const kind = line.startsWith('+') ? 'added' : 'removed';
    return { kind, line: next[kind]++, text: line.slice(1) };
  });
}
