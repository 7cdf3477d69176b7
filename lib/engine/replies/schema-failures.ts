import { dereference, format, type OutputUnit, type Schema, validate } from '@cfworker/json-schema';
import { type CompiledSchema, compileSchema } from './compile-schema';
import { failureMessage } from './failure-message';
import { valuePath } from './value-path';

/** A place in data that doesn't fit a schema. */
export interface SchemaFailure {
  /** `order`, `items[2].price`; empty for the whole. */
  path: string;
  message: string;
}

const MOST_FAILURES = 100;
const MOST_COMPARED = 2_000;
/** References followed in one check: a schema of few lines can demand more than could ever be done. */
const MOST_REFERENCES = 200_000;

/** These only say that a part has failures, which follow. */
const wrappers = new Set(
  (
    '$ref additionalItems additionalProperties allOf dependentSchemas if items prefixItems properties ' +
    'unevaluatedItems unevaluatedProperties'
  ).split(' '),
);
/** The failures of their parts are left out: which of them was meant, nobody knows. */
const choices = new Set(['anyOf', 'oneOf', 'contains', 'propertyNames']);

class TooMuchWork extends Error {}

/**
 * Checks data against a caller's JSON Schema.
 * @param value nested at most 100 levels, as parseJson gives it
 * @returns at most 100 failures, in the order of the data; none if it fits
 * @throws SchemaProblem if the schema is none
 */
export function schemaFailures(value: unknown, source: unknown): SchemaFailure[] {
  const compiled = compileSchema(source);
  if (compiled.comparesEntries && hasLongList(value)) {
    return [{ path: '', message: `A list has more than ${MOST_COMPARED} entries, too many to compare.` }];
  }
  try {
    const errors = check(value, compiled);
    return [...reported(errors)].slice(0, MOST_FAILURES).map((error) => described(error, value, compiled));
  } catch (error) {
    // RangeError: references that lead in a circle. URIError: a name with half a character.
    if (error instanceof RangeError || error instanceof URIError || error instanceof TooMuchWork) {
      return [{ path: '', message: 'It takes too much work to check against this schema.' }];
    }
    throw error;
  }
}

/** The library knows formats by name, in one table: the patterns are in it for the time of one check. */
function check(value: unknown, { schema, patterns }: CompiledSchema): OutputUnit[] {
  for (const [name, pattern] of patterns) format[name] = (text) => pattern.matcher(text).find();
  try {
    return validate(value, schema, '2020-12', countedLookup(schema), false).errors;
  } finally {
    for (const name of patterns.keys()) delete format[name];
  }
}

function countedLookup(schema: Schema | boolean): Record<string, Schema | boolean> {
  let left = MOST_REFERENCES;
  return new Proxy(dereference(schema), {
    get(schemas, address) {
      if (left-- === 0) throw new TooMuchWork();
      return Reflect.get(schemas, address);
    },
  });
}

function* reported(errors: readonly OutputUnit[]): Generator<OutputUnit> {
  let within: string | null = null;
  for (const error of errors) {
    if (within !== null && error.keywordLocation.startsWith(within)) continue;
    within = null;
    if (wrappers.has(error.keyword)) continue;
    if (choices.has(error.keyword)) within = `${error.keywordLocation}/`;
    yield error;
  }
}

function described(error: OutputUnit, value: unknown, { schema }: CompiledSchema): SchemaFailure {
  const segments = segmentsOf(error.instanceLocation, value);
  // Of these two the library names the object, and the field in its words only.
  const [, missing] = /"(.*)"\.$/s.exec(error.error) ?? [];
  const isMissing = error.keyword === 'required' || error.keyword === 'dependentRequired';
  return {
    path: valuePath(isMissing && missing !== undefined ? [...segments, missing] : segments),
    message: failureMessage(error.keyword, keywordValue(error.keywordLocation, schema)),
  };
}

function segmentsOf(location: string, value: unknown): PropertyKey[] {
  let inner = value;
  return names(location).map((name) => {
    const segment = Array.isArray(inner) ? Number(name) : name;
    inner = child(inner, name);
    return segment;
  });
}

/** What the failed keyword demands; references on the way are followed. */
function keywordValue(location: string, root: Schema | boolean): unknown {
  let inner: unknown = root;
  for (const name of names(location)) {
    inner = child(inner, name);
    if (name === '$ref') inner = names(String(inner)).reduce(child, root as unknown);
  }
  return inner;
}

function child(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

function names(location: string): string[] {
  return location
    .split('/')
    .slice(1)
    .map((name) => decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~'));
}

function hasLongList(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return (Array.isArray(value) && value.length > MOST_COMPARED) || Object.values(value).some(hasLongList);
}
