import { z } from 'zod';
import { type JsonSchema, valuePath } from './compile-schema';
import { readJson } from './json';
import { ReplyProblem } from './problems';

/**
 * Reads a JSON reply in one of our shapes, with the repairs that need no model.
 * @throws ReplyProblem that names the first place that doesn't fit
 */
export function readShape<Shape>(reply: string, shape: z.ZodType<Shape>): Shape {
  const read = shape.safeParse(fitTypes(readJson(reply), replySchema(shape)));
  if (read.success) return read.data;
  const [first] = read.error.issues;
  throw new ReplyProblem(
    `At ${valuePath(first?.path ?? []) || 'the top'}: ${first?.message ?? 'wrong shape'}.`,
  );
}

const schemas = new WeakMap<z.ZodType, JsonSchema>();

/** The JSON Schema of a shape, as models take it. */
export function replySchema(shape: z.ZodType): JsonSchema {
  const known = schemas.get(shape);
  if (known) return known;
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { unrepresentable: 'any' });
  schemas.set(shape, schema);
  return schema;
}

const NUMBER = /^-?\d{1,20}(?:\.\d{1,20})?$/;

/**
 * Converts values to the types of a schema without guessing: "2" to 2 and back, "High" to `high`, a text to a list.
 * A missing nullable field becomes null. Other values stay as they are, for the check.
 */
export function fitTypes(value: unknown, schema: unknown): unknown {
  const shape = notNull(schema);
  if (!shape) return value;
  if (typeof value === 'string') return fitText(value, shape);
  if (typeof value === 'number' || typeof value === 'boolean') {
    const types = typesOf(shape);
    return types.length > 0 && types.every((type) => type === 'string' || type === 'null')
      ? String(value)
      : value;
  }
  if (Array.isArray(value)) return value.map((item) => fitTypes(item, shape.items));
  return isRecord(value) ? fitFields(value, shape) : value;
}

function fitText(text: string, shape: JsonSchema): unknown {
  const types = typesOf(shape);
  if (Array.isArray(shape.enum)) {
    const name = text.trim().toLowerCase();
    const meant: unknown = shape.enum.find(
      (choice) => typeof choice === 'string' && choice.toLowerCase() === name,
    );
    return meant ?? text;
  }
  if (types.length === 0 || types.includes('string')) return text;
  const word = text.trim();
  if ((types.includes('number') || types.includes('integer')) && NUMBER.test(word)) return Number(word);
  if (types.includes('boolean') && /^(true|false)$/i.test(word)) return word.toLowerCase() === 'true';
  if (types.includes('array')) return [fitTypes(text, shape.items)];
  if (types.includes('null') && /^(null)?$/i.test(word)) return null;
  return text;
}

function fitFields(record: Record<string, unknown>, shape: JsonSchema): Record<string, unknown> {
  const declared = isRecord(shape.properties) ? shape.properties : {};
  const missing = Object.keys(declared).filter(
    (name) => !Object.hasOwn(record, name) && allowsNull(declared[name]),
  );
  return Object.fromEntries([
    ...Object.entries(record).map(([name, value]) => [
      name,
      Object.hasOwn(declared, name) ? fitTypes(value, declared[name]) : value,
    ]),
    ...missing.map((name) => [name, null]),
  ]);
}

/** The other schema of a choice with null; null if there are more choices. */
function notNull(schema: unknown): JsonSchema | null {
  if (!isRecord(schema)) return null;
  if (!Array.isArray(schema.anyOf)) return schema;
  const others: unknown[] = schema.anyOf.filter((choice) => !isRecord(choice) || choice.type !== 'null');
  return others.length === 1 && isRecord(others[0]) ? others[0] : null;
}

function allowsNull(schema: unknown): boolean {
  if (!isRecord(schema)) return false;
  return typesOf(schema).includes('null') || (Array.isArray(schema.anyOf) && schema.anyOf.some(allowsNull));
}

function typesOf(schema: JsonSchema): unknown[] {
  return schema.type === undefined ? [] : [schema.type].flat();
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
