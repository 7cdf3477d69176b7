import type { JsonSchema } from '@/lib/engine/calls/provider';
import { namePattern, namesInText } from '@/lib/providers/sandbox/extraction/field-words';
import { isObject } from '@/lib/providers/sandbox/formats/find-rows';
import { typesOf } from '@/lib/providers/sandbox/formats/fit-to-schema';

/** A value to look for in a text. */
export interface Field {
  name: string;
  type: 'string' | 'number' | 'integer' | 'boolean' | 'date' | 'list' | 'object';
  /** How a text may call it, in lower case. */
  names: readonly string[];
  /** Finds those names. Made once: there may be a hundred thousand records. */
  pattern: RegExp;
  /** The values allowed, if the schema lists them. */
  allowed: readonly unknown[];
  /** What an object, or each item of a list, consists of; empty for plain values. */
  fields: readonly Field[];
}

const DEEPEST = 5;
const kinds = ['object', 'boolean', 'integer', 'number'] as const;

/** The fields that the options of an extraction name: a list of names, names with their types, or a schema. */
export function fieldsOf(
  fields: string[] | Record<string, string> | null,
  schema: JsonSchema | null,
): Field[] {
  if (Array.isArray(fields)) return fields.map((name) => makeField(name, 'string'));
  if (fields) return Object.entries(fields).map(([name, type]) => makeField(name, typeNamed(type)));
  return schema ? ofSchema(schema, DEEPEST) : [];
}

function typeNamed(type: string): Field['type'] {
  if (type === 'string[]') return 'list';
  return type === 'number' || type === 'boolean' || type === 'date' ? type : 'string';
}

function ofSchema(schema: JsonSchema, depth: number): Field[] {
  if (depth === 0 || !isObject(schema.properties)) return [];
  return Object.entries(schema.properties).map(([name, value]) => {
    const own = isObject(value) ? value : {};
    const types = typesOf(own);
    const isList = types.has('array');
    const plain = own.format === 'date' ? 'date' : 'string';
    const items = isObject(own.items) ? own.items : {};
    const type = isList ? 'list' : (kinds.find((kind) => types.has(kind)) ?? plain);
    const allowed = Array.isArray(own.enum) ? own.enum : 'const' in own ? [own.const] : [];
    return makeField(name, type, allowed, ofSchema(isList ? items : own, depth - 1));
  });
}

function makeField(
  name: string,
  type: Field['type'],
  allowed: readonly unknown[] = [],
  fields: readonly Field[] = [],
): Field {
  const names = namesInText(name);
  return { name, type, names, pattern: namePattern(names), allowed, fields };
}
