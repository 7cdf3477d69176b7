import { z } from 'zod';
import type { JsonSchema } from '@/lib/engine/replies/compile-schema';
import { readJson } from '@/lib/engine/replies/json';
import { ReplyProblem } from '@/lib/engine/replies/problems';
import { fitTypes } from '@/lib/engine/replies/reply-shape';
import { type SchemaFailure, schemaCheck } from '@/lib/engine/replies/schema-failures';
import { defineTask } from './define-task';
import { schemaOption } from './shared-options';

const fieldTypes = {
  string: { type: ['string', 'null'] },
  number: { type: ['number', 'null'] },
  boolean: { type: ['boolean', 'null'] },
  date: { type: ['string', 'null'], format: 'date', description: 'YYYY-MM-DD' },
  'string[]': { type: ['array', 'null'], items: { type: 'string' } },
} satisfies Record<string, JsonSchema>;

const fieldName = z.string().min(1).max(200);
const fieldType = z.enum(['string', 'number', 'boolean', 'date', 'string[]']);

const options = z
  .strictObject({
    fields: z
      .union([z.array(fieldName).min(1).max(200), z.record(fieldName, fieldType)], {
        error: `must be a list of names, or an object of names to ${fieldType.options.join(', ')}`,
      })
      .optional()
      .describe('The fields: names, or names with a type each; without a type they are strings.'),
    schema: schemaOption.optional().describe('A JSON Schema of an object, in place of `fields`.'),
    many: z.boolean().default(false).describe('Whether the text has several records.'),
  })
  .superRefine(({ fields, schema }, context) => {
    if (Boolean(fields) === Boolean(schema)) {
      context.addIssue({ code: 'custom', message: 'Exactly one of fields and schema must be given.' });
    }
    if (fields && Object.keys(fields).length === 0) {
      context.addIssue({ code: 'custom', path: ['fields'], message: 'must name at least one field' });
    }
    if (schema && schema.type !== 'object') {
      context.addIssue({ code: 'custom', path: ['schema'], message: 'must have the type object' });
    }
  });

type Options = z.infer<typeof options>;
const record = z.record(z.string(), z.unknown());
type Extracted = z.infer<typeof record>;

export const extraction = defineTask({
  name: 'extraction',
  summary: 'Takes named fields out of a text, so that it becomes a record, and invents nothing.',
  options,
  output: z
    .union([record, z.array(record)])
    .describe('The fields, null where the text has none; with `many` a list of such records.'),
  // A schema can allow further fields.
  fieldsOf: ({ fields, many }) => {
    if (!fields || many) return null;
    return Array.isArray(fields) ? fields : Object.keys(fields);
  },
  temperature: 0,
  maxTokens: (textTokens, { many }) => (many ? Math.max(2048, 2 * textTokens) : 2048),
  usualTokens: (textTokens, { many }) => (many ? Math.ceil(textTokens / 2) + 50 : 150),
  takesTone: false,
  replyAs: () => 'json',
  replySchema: (chosen) =>
    chosen.many
      ? {
          type: 'object',
          properties: { records: { type: 'array', items: recordSchema(chosen) } },
          required: ['records'],
          additionalProperties: false,
        }
      : recordSchema(chosen),
  prompt: (chosen) =>
    [
      chosen.many
        ? 'Extract all records from the material, in its order.'
        : 'Extract one record from the material.',
      "Take what is there and invent nothing: what the material doesn't say is null. Write dates as YYYY-MM-DD.",
      `A record fits this JSON Schema: ${JSON.stringify(recordSchema(chosen))}`,
      chosen.many
        ? 'Reply with one JSON object: {"records": [the records]}.'
        : 'Reply with one JSON object, the record.',
    ].join('\n'),
  read: ({ text, options: chosen }) => {
    const schema = recordSchema(chosen);
    const check = schemaCheck(schema);
    const reply = readJson(text);
    if (!chosen.many)
      return readRecord(Array.isArray(reply) && reply.length === 1 ? reply[0] : reply, schema, check);
    return listOf(reply).map((item, index) => readRecord(item, schema, check, `record ${index + 1}, `));
  },
  text: (output) => JSON.stringify(output),
  division: {
    at: ['section', 'paragraph', 'line'],
    join: (outputs, { many }) => (many ? outputs.flat() : outputs.flat().reduce(firstValues, {})),
    again: false,
  },
});

function recordSchema({ fields, schema }: Options): JsonSchema {
  if (schema) return schema;
  const types = Array.isArray(fields)
    ? fields.map((name) => [name, 'string'] as const)
    : Object.entries(fields ?? {});
  return {
    type: 'object',
    properties: Object.fromEntries(types.map(([name, type]) => [name, fieldTypes[type]])),
    required: types.map(([name]) => name),
    additionalProperties: false,
  };
}

/** The records of a reply: in a list, in an object around it, or a single one. */
function listOf(reply: unknown): unknown[] {
  if (Array.isArray(reply)) return reply;
  const { records } = record.catch({}).parse(reply);
  return Array.isArray(records) ? records : [reply];
}

function readRecord(
  reply: unknown,
  schema: JsonSchema,
  check: (value: unknown) => SchemaFailure[],
  place = '',
): Extracted {
  const fitted = fitTypes(reply, schema);
  const known = schema.additionalProperties === false ? declaredOnly(fitted, schema) : fitted;
  const [failure] = check(known);
  if (failure) throw new ReplyProblem(`At ${place}${failure.path || 'the top'}: ${failure.message}`);
  return record.parse(known);
}

function declaredOnly(value: unknown, schema: JsonSchema): unknown {
  const fields = record.safeParse(value);
  const declared = record.catch({}).parse(schema.properties);
  if (!fields.success) return value;
  return Object.fromEntries(Object.entries(fields.data).filter(([name]) => Object.hasOwn(declared, name)));
}

/** Of a record that is spread over pieces, the first value found counts. */
function firstValues(found: Extracted, next: Extracted): Extracted {
  const missing = Object.entries(next).filter(([name]) => isNothing(found[name]));
  return { ...found, ...Object.fromEntries(missing) };
}

function isNothing(value: unknown): boolean {
  return value == null || (Array.isArray(value) && value.length === 0);
}
