import { z } from 'zod';
import { definePostprocessor, type StepRecord } from './define-postprocessor';
import { fileNameOption } from './shared-options';

export const logToFile = definePostprocessor({
  name: 'logToFile',
  summary: 'Writes a record of the step.',
  options: z.strictObject({
    file_name: fileNameOption,
    format: z
      .enum(['jsonl', 'text'])
      .default('jsonl')
      .describe('One JSON object on a line, or lines to read.'),
    include_text: z.boolean().default(false).describe('Whether it has the text sent and the output.'),
  }),
  readsRecord: true,
  process(_processed, { file_name, format, include_text }, { stepId, record }) {
    if (!record) throw new Error('logToFile needs the record of the step.');
    const { text, output, ...facts } = record;
    const logged = include_text ? { ...facts, text, output } : facts;
    return {
      file: {
        name: file_name ?? `${stepId}.log`,
        type: 'text/plain; charset=utf-8',
        bytes: Buffer.from(format === 'jsonl' ? `${JSON.stringify(logged)}\n` : lines(logged)),
      },
    };
  },
});

function lines({
  latencyMs,
  cost,
  fallbacks,
  text,
  output,
  ...rest
}: Omit<StepRecord, 'text' | 'output'> & Partial<StepRecord>): string {
  const { step, task, model, attempts, tokensIn, tokensOut } = rest;
  const entries: [string, string | number][] = [
    ['step', step],
    ['task', task],
    ['model', model ?? 'none'],
    ['attempts', attempts],
    ['fallbacks', fallbacks.join(', ') || 'none'],
    ['latency', `${latencyMs} ms`],
    ['tokens in', tokensIn],
    ['tokens out', tokensOut],
    ['cost', cost === null ? 'unknown' : `$${decimal(cost)}`],
  ];
  // Indented, so that no line of a text passes for one of the log.
  if (text !== undefined) entries.push(['text', `\n${indented(text)}`]);
  if (text !== undefined) entries.push(['output', `\n${indented(JSON.stringify(output, null, 2))}`]);
  return entries
    .map(([name, value]) => `${name}: ${value}`.replace(': \n', ':\n'))
    .join('\n')
    .concat('\n');
}

/** Without an exponent, which small costs would have. */
const decimal = (cost: number): string =>
  cost.toLocaleString('en-US', { maximumFractionDigits: 12, useGrouping: false });

const indented = (text: string): string => text.replace(/^/gm, '  ');
