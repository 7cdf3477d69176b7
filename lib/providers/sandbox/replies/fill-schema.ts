import type { JsonSchema } from '@/lib/engine/replies/compile-schema';
import { isObject } from '@/lib/providers/sandbox/formats/find-rows';
import { typesOf } from '@/lib/providers/sandbox/formats/fit-to-schema';

const DEEPEST = 20;
/** Schemas can repeat themselves without end; after so many values the rest is null. */
const MOST_VALUES = 1_000;

const formats: Record<string, string> = {
  date: '2026-01-01',
  'date-time': '2026-01-01T00:00:00Z',
  time: '00:00:00Z',
  email: 'sandbox@example.com',
  uri: 'https://example.com',
  uuid: '00000000-0000-4000-8000-000000000000',
};

/**
 * A plausible value for a schema: its constant, default, example, or first choice, or else the least value of
 * its type that it allows.
 * @param text the value of every field that the schema allows any text for
 */
export function fillSchema(schema: JsonSchema, text: string): unknown {
  return fill(schema, { root: schema, text, left: MOST_VALUES }, DEEPEST);
}

interface Filling {
  /** The targets of `$ref`. */
  root: JsonSchema;
  text: string;
  /** How many more values may be made. */
  left: number;
}

function fill(schema: unknown, filling: Filling, depth: number): unknown {
  if (!isObject(schema) || depth === 0 || filling.left === 0) return null;
  filling.left -= 1;
  for (const given of ['const', 'default']) if (given in schema) return schema[given];
  for (const several of [schema.enum, schema.examples]) if (Array.isArray(several)) return several[0] ?? null;
  if (typeof schema.$ref === 'string') return fill(resolve(schema.$ref, filling.root), filling, depth - 1);
  const [choice] = [schema.anyOf, schema.oneOf].filter(Array.isArray).map(([first]) => first);
  if (choice !== undefined) return fill(choice, filling, depth - 1);
  if (Array.isArray(schema.allOf)) {
    return fill(
      { ...Object.assign({}, ...schema.allOf.filter(isObject)), ...schema, allOf: undefined },
      filling,
      depth - 1,
    );
  }
  return fillType(schema, filling, depth);
}

function fillType(schema: JsonSchema, filling: Filling, depth: number): unknown {
  const types = typesOf(schema);
  if (types.has('object') || (types.size === 0 && isObject(schema.properties))) {
    const properties = isObject(schema.properties) ? Object.entries(schema.properties) : [];
    return Object.fromEntries(properties.map(([name, value]) => [name, fill(value, filling, depth - 1)]));
  }
  if (types.has('array')) {
    const length = Math.min(numberOr(schema.minItems, 1), 100);
    return Array.from({ length }, () => fill(schema.items, filling, depth - 1));
  }
  if (types.has('number') || types.has('integer')) return leastNumber(schema, types.has('integer'));
  if (types.has('boolean')) return true;
  return types.has('string') || types.size === 0 ? fillText(schema, filling.text) : null;
}

function leastNumber(schema: JsonSchema, whole: boolean): number {
  const least = numberOr(schema.minimum, numberOr(schema.exclusiveMinimum, -1) + 1);
  const value = Math.min(least, numberOr(schema.maximum, Number.POSITIVE_INFINITY));
  return whole ? Math.ceil(value) : value;
}

function fillText(schema: JsonSchema, text: string): string {
  const known =
    typeof schema.format === 'string' && Object.hasOwn(formats, schema.format)
      ? formats[schema.format]
      : null;
  const least = Math.min(numberOr(schema.minLength, 0), 10_000);
  return (known ?? text.padEnd(least, '.')).slice(0, numberOr(schema.maxLength, 10_000));
}

function resolve(reference: string, root: JsonSchema): unknown {
  const path = reference.startsWith('#/') ? reference.slice(2).split('/') : [];
  return path.reduce<unknown>(
    (value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : null),
    root,
  );
}

const numberOr = (value: unknown, otherwise: number) => (typeof value === 'number' ? value : otherwise);
