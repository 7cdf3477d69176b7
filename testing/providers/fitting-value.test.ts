import { expect, test } from 'vitest';
import { schemaFailures } from '@/lib/engine/replies/schema-failures';
import { writePrompt } from '@/lib/engine/run/write-prompt';
import type { Task } from '@/lib/engine/tasks/define-task';
import { tasks } from '@/lib/engine/tasks/registry';
import { answerText, inPieces } from './answer-text';
import { fittingValue } from './fitting-value';

const options: Record<string, object> = {
  classification: { labels: ['billing', 'technical'], multiple: true },
  extraction: { fields: { name: 'string', due: 'date', total: 'number', tags: 'string[]' }, many: true },
  validation: { rules: ['It names a price.', 'It is polite.'] },
};
const material = 'The invoice of 3 May is due.';

const structured = tasks
  .map((task): [Task, unknown] => [task, task.options.safeParse(options[task.name] ?? {}).data])
  .filter(([task, chosen]) => chosen !== undefined && task.replySchema(chosen) !== null);

test('there are structured tasks', () => expect(structured.length).toBeGreaterThanOrEqual(5));

test.each(structured.map(([task, chosen]) => [task.name, task, chosen] as const))(
  '%s reads the answer to its own prompt, with the schema in its field or printed alone',
  (_, task, chosen) => {
    const schema = task.replySchema(chosen);
    const [system] = writePrompt(task, {
      options: chosen,
      tone: 'neutral',
      instructions: '',
      limit: null,
      material,
    });
    for (const field of [schema, null]) {
      const text = answerText(
        {
          model: 'fine',
          streamed: true,
          system: system?.text ?? '',
          lastUserText: material,
          schema: field,
          forcedTool: null,
          wantsUsage: true,
        },
        'prose',
      );
      expect(schemaFailures(JSON.parse(text), schema ?? {})).toEqual([]);
      expect(() => task.read({ text, options: chosen, material })).not.toThrow();
    }
  },
);

test.each([
  [{ type: 'integer', minimum: 3, maximum: 9 }, 3],
  [{ type: 'array', items: { type: 'boolean' }, minItems: 2 }, [true, true]],
  [{ type: ['null', 'string'], format: 'date' }, '2026-01-31'],
  [{ $ref: '#/$defs/place', $defs: { place: { const: 'here' } } }, 'here'],
  [{ anyOf: [{ type: 'string', maxLength: 2 }, { type: 'null' }] }, 'te'],
  [{ type: 'OBJECT', properties: { a: { type: 'STRING', enum: ['x', 'y'] } } }, { a: 'x' }],
])('%j', (schema, value) => expect(fittingValue(schema)).toEqual(value));

test('pieces come together again, and end within no character', () => {
  const text = 'Ünïcödé 🙂🙃 text that is longer than a few pieces';
  expect(inPieces(text).join('')).toBe(text);
  expect(inPieces(text).length).toBeLessThanOrEqual(8);
  expect(inPieces('')).toEqual([]);
});
