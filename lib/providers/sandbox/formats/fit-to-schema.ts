import type { JsonSchema } from '@/lib/engine/replies/compile-schema';
import { isObject } from '@/lib/providers/sandbox/formats/find-rows';
import { readNumber } from '@/lib/providers/sandbox/text/read-number';

const DEEPEST = 30;

/**
 * Fits data to a schema without changing its meaning. If the schema requires it, a text becomes a number or boolean,
 * an empty text null, and a single value a list. Other values stay as they are.
 */
export function fitToSchema(data: unknown, schema: JsonSchema, depth = DEEPEST): unknown {
  if (depth === 0) return data;
  const types = typesOf(schema);
  if (types.has('array') && !types.has('object') && isObject(data))
    return fitToSchema([data], schema, depth - 1);
  if (Array.isArray(data)) {
    const { items } = schema;
    return isObject(items) ? data.map((item) => fitToSchema(item, items, depth - 1)) : data;
  }
  if (isObject(data)) return fitFields(data, schema, depth);
  return typeof data === 'string' ? fitText(data, types) : data;
}

function fitFields(data: Record<string, unknown>, schema: JsonSchema, depth: number): unknown {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const kept = Object.entries(data).filter(
    ([name]) => schema.additionalProperties !== false || Object.hasOwn(properties, name),
  );
  return Object.fromEntries(
    kept.map(([name, value]) => {
      const own = Object.hasOwn(properties, name) ? properties[name] : null;
      return [name, isObject(own) ? fitToSchema(value, own, depth - 1) : value];
    }),
  );
}

function fitText(text: string, types: ReadonlySet<string>): unknown {
  if (types.size === 0 || types.has('string')) return text;
  const word = text.trim().toLowerCase();
  if ((types.has('number') || types.has('integer')) && /^-?\d/.test(word)) return readNumber(word) ?? text;
  if (types.has('boolean') && (word === 'true' || word === 'yes' || word === '1')) return true;
  if (types.has('boolean') && (word === 'false' || word === 'no' || word === '0')) return false;
  if (types.has('null') && word === '') return null;
  return text;
}

/** The types that a schema allows; empty if it sets none. */
export function typesOf(schema: JsonSchema): ReadonlySet<string> {
  return new Set([schema.type].flat().filter((type): type is string => typeof type === 'string'));
}
