import type { JsonSchema } from '@/lib/engine/replies/compile-schema';
import { at, listAt, schemaAt, textAt } from './formats/fields';

/** Strings of these formats must have their form. */
const formatted: Record<string, string> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  time: '12:00:00Z',
  email: 'ada@example.test',
  uri: 'https://example.test/',
  uuid: '00000000-0000-4000-8000-000000000000',
};

/**
 * The simplest value that fits a schema: the first of an enum, lists of one, all properties. It knows the keywords that
 * tasks use, not all of JSON Schema: a `pattern` is ignored.
 * @param texts for strings, by the name of their property
 */
export function fittingValue(
  schema: JsonSchema,
  texts: Record<string, string> = {},
  name = '',
  root: JsonSchema = schema,
): unknown {
  const inner = (part: unknown, partName = name) =>
    fittingValue((part ?? {}) as JsonSchema, texts, partName, root);
  const reference = textAt(schema, '$ref');
  if (reference) return inner(at(root, ...reference.replace(/^#\/?/, '').split('/').filter(Boolean)));
  if ('const' in schema) return schema.const;
  const [first] = listAt(schema, 'enum');
  if (first !== undefined) return first;
  const [choice] = [...listAt(schema, 'anyOf'), ...listAt(schema, 'oneOf')];
  if (choice) return inner(choice);
  const all = listAt(schema, 'allOf');
  if (all.length > 0) return Object.assign({}, ...all.map((part) => inner(part)));
  switch (typeOf(schema)) {
    case 'object': {
      const properties = Object.entries(schemaAt(schema, 'properties') ?? {});
      return Object.fromEntries(properties.map(([key, part]) => [key, inner(part, key)]));
    }
    case 'array': {
      const prefix = listAt(schema, 'prefixItems').map((part) => inner(part));
      const least = Math.max(numberAt(schema, 'minItems', 1), 1);
      const length = Math.min(least, numberAt(schema, 'maxItems', least));
      while (prefix.length < length) prefix.push(inner(schema.items));
      return prefix;
    }
    case 'integer':
    case 'number': {
      const least = numberAt(schema, 'minimum', numberAt(schema, 'exclusiveMinimum', -1) + 1);
      return Math.min(Math.max(1, least), numberAt(schema, 'maximum', Number.POSITIVE_INFINITY));
    }
    case 'boolean':
      return true;
    case 'null':
      return null;
    default: {
      const text = formatted[textAt(schema, 'format')] ?? texts[name] ?? 'text';
      return text
        .padEnd(numberAt(schema, 'minLength', 0), '.')
        .slice(0, numberAt(schema, 'maxLength', Number.POSITIVE_INFINITY));
    }
  }
}

/** The first type that isn't null. Gemini writes types in capitals too. */
function typeOf(schema: JsonSchema): string {
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  const type = types.find((each) => each !== 'null') ?? types[0];
  if (typeof type === 'string') return type.toLowerCase();
  return 'properties' in schema ? 'object' : 'items' in schema ? 'array' : 'string';
}

function numberAt(schema: JsonSchema, keyword: string, otherwise: number): number {
  const value = schema[keyword];
  return typeof value === 'number' ? value : otherwise;
}
