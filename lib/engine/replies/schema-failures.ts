import { dereference, format, type Schema, validate } from '@cfworker/json-schema';
import { RE2JS } from 're2js';
import { type CompiledSchema, compileSchema, valuePath } from './compile-schema';
import { failureMessage } from './failure-message';
import { TooMuchWork, tooMuchToCheck } from './problems';

/** A place in data that doesn't fit a schema. */
export interface SchemaFailure {
  /** `order`, `items[2].price`; empty for the whole. */
  path: string;
  message: string;
}

const MOST_FAILURES = 100;
const MOST_COMPARED = 2_000;
/**
 * References followed in one check, and more for each value: a schema of few lines can demand more than could ever be
 * done.
 */
const MOST_REFERENCES = 200_000;
const REFERENCES_OF_VALUE = 10;

/**
 * Checks data against a caller's JSON Schema.
 * @param value nested at most 100 levels, as from parseJson
 * @returns at most 100 failures, in the order of the data; none if it fits
 * @throws SchemaProblem if the schema is invalid, TooMuchWork
 */
export function schemaFailures(value: unknown, source: unknown): SchemaFailure[] {
  return schemaCheck(source)(value);
}

/**
 * The check against a schema, to be made once for many values. It walks lists and fields
 * itself and stops at the 100th failure, so its memory doesn't grow with the failures. Only single values and
 * alternatives are given to the library, which leaves an alternative at its first failure. References are counted. For
 * the rest, a check takes as long as the data times the schema: lib/server/text-worker runs large ones with limits on
 * time and memory.
 * @throws SchemaProblem if the schema is invalid; the check throws TooMuchWork
 */
export function schemaCheck(source: unknown): (value: unknown) => SchemaFailure[] {
  const compiled = compileSchema(source);
  const ownParts = new WeakMap<Schema, Schema | null>();
  let addresses: Lookup | undefined;
  let patterns: Patterns | undefined;
  return (value) => {
    if (compiled.comparesEntries && hasLongList(value)) {
      return [{ path: '', message: `A list has more than ${MOST_COMPARED} entries, too many to compare.` }];
    }
    try {
      addresses ??= dereference(compiled.schema);
      patterns ??= new Map([...compiled.patterns].map(([name, source]) => [name, RE2JS.compile(source)]));
      const check = new Check(countedLookup(addresses, value), ownParts);
      return withPatterns(patterns, () => check.run(compiled, value));
    } catch (error) {
      // RangeError: references that lead in a circle. URIError: a name with half a character.
      if (error instanceof RangeError || error instanceof URIError) throw new TooMuchWork(tooMuchToCheck);
      throw error;
    }
  };
}

/** The library knows formats by name, in one table: the patterns are in it for the time of one check. */
function withPatterns<Result>(patterns: Patterns, work: () => Result): Result {
  for (const [name, pattern] of patterns) format[name] = (text) => pattern.matcher(text).find();
  try {
    return work();
  } finally {
    for (const name of patterns.keys()) delete format[name];
  }
}

type Lookup = Record<string, Schema | boolean>;
type Patterns = ReadonlyMap<string, RE2JS>;

function countedLookup(addresses: Lookup, value: unknown): Lookup {
  let left = MOST_REFERENCES + REFERENCES_OF_VALUE * countValues(value);
  return new Proxy(addresses, {
    get(schemas, address) {
      if (left-- === 0) throw new TooMuchWork(tooMuchToCheck);
      return Reflect.get(schemas, address);
    },
  });
}

/** Keywords about fields and entries, or that lead to other parts; the rest of a part is about its value alone. */
const leading = new Set(
  (
    '$ref $defs definitions allOf if then else required properties additionalProperties unevaluatedProperties ' +
    'dependentRequired dependentSchemas prefixItems items additionalItems unevaluatedItems contains minContains maxContains'
  ).split(' '),
);

type Place = readonly PropertyKey[];
type Failures = Generator<SchemaFailure, void>;

/** One check of one value. */
class Check {
  readonly #lookup: Lookup;
  /** By part of the schema: the keywords that the library checks, or null if there are none. */
  readonly #ownParts: WeakMap<Schema, Schema | null>;

  constructor(lookup: Lookup, ownParts: WeakMap<Schema, Schema | null>) {
    this.#lookup = lookup;
    this.#ownParts = ownParts;
  }

  run({ schema }: CompiledSchema, value: unknown): SchemaFailure[] {
    const failures: SchemaFailure[] = [];
    for (const failure of this.#failures(value, schema, [])) {
      failures.push(failure);
      if (failures.length === MOST_FAILURES) break;
    }
    return failures;
  }

  *#failures(value: unknown, schema: Schema | boolean | undefined, place: Place): Failures {
    if (schema === undefined || schema === true) return;
    if (schema === false) {
      yield { path: valuePath(place), message: failureMessage('false', null) };
      return;
    }
    let fits = true;
    for (const failure of this.#evaluatedFailures(value, schema, place)) {
      fits = false;
      yield failure;
    }
    if (fits) yield* this.#unevaluatedFailures(value, schema, place);
  }

  *#evaluatedFailures(value: unknown, schema: Schema, place: Place): Failures {
    yield* this.#ownFailures(value, schema, place);
    if (schema.$ref !== undefined) {
      const target = this.#lookup[schema.__absolute_ref__ ?? schema.$ref];
      yield* this.#failures(value, target, place);
    }
    for (const part of schema.allOf ?? []) yield* this.#failures(value, part, place);
    if (schema.if !== undefined)
      yield* this.#failures(value, this.#fits(value, schema.if) ? schema.then : schema.else, place);
    if (Array.isArray(value)) yield* this.#listFailures(value, schema, place);
    else if (isRecord(value)) yield* this.#fieldFailures(value, schema, place);
  }

  *#ownFailures(value: unknown, schema: Schema, place: Place): Failures {
    const own = this.#ownPart(schema);
    if (!own) return;
    for (const { keyword, keywordLocation } of this.#validate(value, own).errors) {
      // Failures within alternatives are omitted, because the intended alternative is unknown. False has no place.
      if (keyword === 'false' || keywordLocation.split('/').length > 2) continue;
      yield { path: valuePath(place), message: failureMessage(keyword, own[keyword]) };
    }
  }

  *#fieldFailures(value: Record<string, unknown>, schema: Schema, place: Place): Failures {
    const { properties = {}, additionalProperties, required = [] } = schema;
    const { dependentRequired = {}, dependentSchemas = {} } = schema;
    const dependent = Object.entries(dependentRequired).filter(([name]) => Object.hasOwn(value, name));
    for (const name of [...required, ...dependent.flatMap(([, names]) => names)])
      if (!Object.hasOwn(value, name))
        yield { path: valuePath([...place, name]), message: failureMessage('required', true) };
    for (const [name, part] of Object.entries(dependentSchemas))
      if (Object.hasOwn(value, name)) yield* this.#failures(value, part, place);
    for (const [name, part] of Object.entries(properties))
      if (Object.hasOwn(value, name)) yield* this.#failures(value[name], part, [...place, name]);
    if (additionalProperties === undefined || additionalProperties === true) return;
    for (const name of Object.keys(value))
      if (!Object.hasOwn(properties, name))
        yield* this.#failures(value[name], additionalProperties, [...place, name]);
  }

  *#listFailures(value: readonly unknown[], schema: Schema, place: Place): Failures {
    const { prefixItems = [], items, additionalItems } = schema;
    const first = [...prefixItems, ...(Array.isArray(items) ? items.slice(prefixItems.length) : [])];
    const rest = Array.isArray(items) ? additionalItems : items;
    const length = rest === undefined ? Math.min(first.length, value.length) : value.length;
    for (let index = 0; index < length; index += 1)
      yield* this.#failures(value[index], index < first.length ? first[index] : rest, [...place, index]);
    const kind = this.#containsFailure(value, schema);
    if (kind) yield { path: valuePath(place), message: failureMessage(kind, schema[kind]) };
  }

  #containsFailure(
    value: readonly unknown[],
    { contains, minContains, maxContains }: Schema,
  ): 'contains' | 'minContains' | 'maxContains' | null {
    if (contains === undefined) return null;
    const least = minContains ?? 1;
    let count = 0;
    for (const entry of value) {
      if (count >= least && maxContains === undefined) return null;
      if (this.#fits(entry, contains)) count += 1;
      if (maxContains !== undefined && count > maxContains) return 'maxContains';
    }
    if (count >= least) return null;
    return minContains === undefined ? 'contains' : 'minContains';
  }

  /** Which fields and entries no other keyword is about, only the library knows. */
  *#unevaluatedFailures(value: unknown, schema: Schema, place: Place): Failures {
    const keyword = Array.isArray(value) ? 'unevaluatedItems' : 'unevaluatedProperties';
    if (schema[keyword] === undefined || !isContainer(value)) return;
    const { errors } = this.#validate(value, schema);
    for (const [index, error] of errors.entries()) {
      if (error.keywordLocation !== `#/${keyword}`) continue;
      // The error after it is of the field or entry.
      const name = nameIn(errors[index + 1]?.instanceLocation ?? '');
      const at = Array.isArray(value) ? Number(name) : name;
      const inner = (value as Record<PropertyKey, unknown>)[at];
      yield* this.#failures(inner, schema[keyword], [...place, at]);
    }
  }

  #fits(value: unknown, schema: Schema | boolean): boolean {
    return typeof schema === 'boolean' ? schema : this.#validate(value, schema).valid;
  }

  #validate(value: unknown, schema: Schema) {
    return validate(value, schema, '2020-12', this.#lookup, true);
  }

  #ownPart(schema: Schema): Schema | null {
    const known = this.#ownParts.get(schema);
    if (known !== undefined) return known;
    const own = Object.entries(schema).filter(([keyword]) => !leading.has(keyword));
    const part = own.length > 0 ? Object.fromEntries(own) : null;
    this.#ownParts.set(schema, part);
    return part;
  }
}

/** The first name in the library's address of a value. */
function nameIn(location: string): string {
  const [, name = ''] = location.split('/');
  return decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~');
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return isContainer(value) && !Array.isArray(value);
}

function hasLongList(value: unknown): boolean {
  if (!isContainer(value)) return false;
  return (Array.isArray(value) && value.length > MOST_COMPARED) || Object.values(value).some(hasLongList);
}

function countValues(value: unknown): number {
  if (!isContainer(value)) return 1;
  let count = 1;
  for (const inner of Object.values(value)) count += countValues(inner);
  return count;
}
