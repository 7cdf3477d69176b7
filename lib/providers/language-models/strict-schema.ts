import type { JsonSchema } from '@/lib/engine/replies/compile-schema';

/** Keywords that a model's strict mode supports: it constrains a reply to a schema, token by token. */
const understood = new Set([
  ...[
    '$defs',
    '$ref',
    'additionalProperties',
    'anyOf',
    'const',
    'description',
    'enum',
    'items',
    'properties',
  ],
  ...['required', 'title', 'type'],
]);

/** Whether a schema describes an object, as all structured modes ask. */
export const describesObject = ({ type }: JsonSchema): boolean => type === 'object';

/**
 * A schema in the form that strict modes ask for: objects say that they have no other properties, and require all they
 * have. Null if that would change which replies are valid, or if it uses keywords that strict modes lack.
 */
export function strictSchema(schema: JsonSchema): JsonSchema | null {
  const { $schema: _, ...rest } = schema;
  const strict = closed(rest);
  return strict as JsonSchema | null;
}

function closed(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return null;
  if (Object.keys(schema).some((keyword) => !understood.has(keyword))) return null;
  const { properties, required = [], items, anyOf, $defs, additionalProperties } = schema as JsonSchema;
  const result: JsonSchema = { ...schema };
  if (properties !== undefined) {
    const names = Object.keys(properties as object);
    if (names.some((name) => !(required as string[]).includes(name))) return null;
    if (additionalProperties !== undefined && additionalProperties !== false) return null;
    result.additionalProperties = false;
    result.properties = closedAll(properties as object);
  } else if ((schema as JsonSchema).type === 'object') return null;
  if (items !== undefined) result.items = closed(items);
  if (anyOf !== undefined) result.anyOf = closedList(anyOf);
  if ($defs !== undefined) result.$defs = closedAll($defs as object);
  return Object.values(result).includes(null) ? null : result;
}

function closedAll(schemas: object): JsonSchema | null {
  const entries = Object.entries(schemas).map(([name, schema]) => [name, closed(schema)] as const);
  return entries.some(([, schema]) => schema === null) ? null : Object.fromEntries(entries);
}

function closedList(schemas: unknown): unknown[] | null {
  const list = Array.isArray(schemas) ? schemas.map(closed) : [null];
  return list.includes(null) ? null : list;
}
