import { format, type Schema } from '@cfworker/json-schema';
import { RE2JS, RE2JSException } from 're2js';
import { z } from 'zod';
import { mostPatternWork, patternWork } from '@/lib/engine/expressions/patterns';
import type { SpendWork } from '@/lib/engine/expressions/work-budget';

/** A JSON Schema, as callers and tasks write it. */
export type JsonSchema = { [keyword: string]: unknown };

/** Why a value can't be used as a JSON Schema; a sentence's end: "must be …". */
export class SchemaProblem extends Error {
  override readonly name = 'SchemaProblem';
}

/** A caller's schema, ready for the library: it has nothing left that could hang it. */
export interface CompiledSchema {
  schema: Schema | boolean;
  /**
   * The replacement of a `pattern`: a format of that name. Patterns run on RE2, in linear time; here they are its
   * source.
   */
  patterns: ReadonlyMap<string, string>;
  /** Whether entries are compared with each other, which takes time that grows with the square of their number. */
  comparesEntries: boolean;
}

const MOST_PARTS = 1_000;
const DEEPEST = 50;
const LONGEST_PATTERN = 1_000;
/** Patterns that RE2 has compiled before: a schema is checked at each planning, and compiling is most of that. */
const knownPatterns = new Set<string>();
const MOST_KNOWN = 1_000;
/** Known formats but `url`, whose check can hang; as in JSON Schema, others allow anything. */
const formats = new Set(Object.keys(format).filter((name) => name !== 'url'));

const type = z.enum(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']);
const count = z.number().int().min(0);
const names = z.array(z.string());
const values: Record<string, z.ZodType> = {
  type: z.union([type, z.array(type).min(1)]),
  enum: z.array(z.unknown()).min(1),
  const: z.unknown(),
  required: names,
  dependentRequired: z.record(z.string(), names),
  minimum: z.number(),
  maximum: z.number(),
  exclusiveMinimum: z.number(),
  exclusiveMaximum: z.number(),
  multipleOf: z.number().positive(),
  minLength: count,
  maxLength: count,
  minItems: count,
  maxItems: count,
  minContains: count,
  maxContains: count,
  minProperties: count,
  maxProperties: count,
  uniqueItems: z.boolean(),
  format: z.string(),
  pattern: z.string().max(LONGEST_PATTERN),
  $ref: z.string(),
};
const single = new Set(
  (
    'items contains not if then else additionalProperties additionalItems propertyNames ' +
    'unevaluatedItems unevaluatedProperties'
  ).split(' '),
);
const lists = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const maps = new Set(['properties', '$defs', 'definitions', 'dependentSchemas']);
const unsupported = new Set(['patternProperties', 'dependencies', '$dynamicRef', '$recursiveRef']);

/**
 * Counts the work of compiling a JSON Schema, before it is compiled: its parts, and each of its patterns once. Examples
 * and values of `enum` that look like parts count as such.
 * @param schema nested at most 100 levels
 */
export function spendOnSchema(schema: unknown, spend: SpendWork): void {
  const patterns = new Set<string>();
  let parts = 0;
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return;
    if (!Array.isArray(value)) parts += 1;
    for (const [name, inner] of Object.entries(value)) {
      if (name === 'pattern' && typeof inner === 'string') patterns.add(inner);
      else visit(inner);
    }
  };
  visit(schema);
  spend('parts of JSON Schemas', parts);
  for (const pattern of patterns) spend('instructions of patterns', patternWork(pattern));
}

/**
 * Checks that a value is a JSON Schema (2020-12, references only within itself) and prepares it.
 * @throws SchemaProblem
 */
export function compileSchema(source: unknown): CompiledSchema {
  if (typeof source !== 'object') {
    throw new SchemaProblem('must be a JSON Schema, which is an object');
  }
  const compiler = new Compiler(source);
  const schema = compiler.schema(source, []);
  compiler.checkReferences();
  return { schema, patterns: compiler.patterns, comparesEntries: compiler.comparesEntries };
}

class Compiler {
  readonly patterns = new Map<string, string>();
  comparesEntries = false;
  readonly #root: unknown;
  #patternWork = 0;
  #parts = 0;
  #references: { target: string; place: PropertyKey[] }[] = [];

  constructor(root: unknown) {
    this.#root = root;
  }

  schema(source: unknown, place: PropertyKey[]): Schema | boolean {
    this.#parts += 1;
    if (this.#parts > MOST_PARTS) throw new SchemaProblem(`must have at most ${MOST_PARTS} parts`);
    if (place.length > DEEPEST) throw new SchemaProblem(`must be at most ${DEEPEST} levels deep`);
    if (typeof source === 'boolean') return source;
    if (!isRecord(source)) throw problem(place, 'must be a JSON Schema');
    const keywords = Object.entries(source).flatMap(([keyword, value]) =>
      this.#keyword(keyword, value, [...place, keyword]),
    );
    const patterns = keywords
      .filter(([keyword]) => keyword === 'pattern')
      .map(([, value]) => ({ format: value }));
    const schema = Object.fromEntries(keywords.filter(([keyword]) => keyword !== 'pattern'));
    return patterns.length > 0 ? { ...schema, allOf: [...(schema.allOf ?? []), ...patterns] } : schema;
  }

  /** Annotations and unknown words don't restrict values, so they are ignored. */
  #keyword(keyword: string, value: unknown, place: PropertyKey[]): [string, Schema[string]][] {
    if (unsupported.has(keyword)) throw problem(place, "isn't supported");
    if (lists.has(keyword) || (keyword === 'items' && Array.isArray(value))) {
      if (!Array.isArray(value)) throw problem(place, 'must be a list of schemas');
      return [[keyword, value.map((schema, index) => this.schema(schema, [...place, index]))]];
    }
    if (maps.has(keyword)) {
      if (!isRecord(value)) throw problem(place, 'must be an object of schemas');
      const schemas = Object.entries(value).map(([name, schema]) => [
        name,
        this.schema(schema, [...place, name]),
      ]);
      return [[keyword, Object.fromEntries(schemas)]];
    }
    if (single.has(keyword)) return [[keyword, this.schema(value, place)]];
    const shape = Object.hasOwn(values, keyword) ? values[keyword] : undefined;
    if (!shape) return [];
    if (!shape.safeParse(value).success) throw problem(place, "has a value that JSON Schema doesn't allow");
    return this.#value(keyword, value, place);
  }

  #value(keyword: string, value: unknown, place: PropertyKey[]): [string, unknown][] {
    if (keyword === 'format' && !formats.has(String(value))) return [];
    if (keyword === 'uniqueItems' && value === true) this.comparesEntries = true;
    if (keyword === '$ref') this.#references.push({ target: String(value), place });
    if (keyword === 'pattern') {
      const name = `pattern ${value}`;
      if (!this.patterns.has(name)) this.patterns.set(name, this.#pattern(String(value), place));
      return [[keyword, name]];
    }
    return [[keyword, value]];
  }

  #pattern(source: string, place: PropertyKey[]): string {
    this.#patternWork += patternWork(source);
    if (this.#patternWork > mostPatternWork)
      throw new SchemaProblem(
        `must have fewer or simpler patterns, with smaller repetitions: at most ${mostPatternWork.toLocaleString('en-US')} instructions in total`,
      );
    const pattern = RE2JS.translateRegExp(source);
    if (!knownPatterns.has(pattern)) checkPattern(pattern, place);
    if (knownPatterns.size >= MOST_KNOWN) knownPatterns.clear();
    knownPatterns.add(pattern);
    return pattern;
  }

  checkReferences() {
    for (const { target, place } of this.#references) {
      if (!target.startsWith('#') || !isPart(this.#root, decoded(target.slice(1))))
        throw problem(place, 'must refer to a schema within this one, such as #/$defs/order');
    }
  }
}

function checkPattern(pattern: string, place: PropertyKey[]): void {
  try {
    RE2JS.compile(pattern);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    throw problem(place, `must be a regular expression that RE2 knows (${error.message})`);
  }
}

function problem(place: readonly PropertyKey[], predicate: string): SchemaProblem {
  return new SchemaProblem(
    place.length > 0 ? `must be a JSON Schema: ${valuePath(place)} ${predicate}` : predicate,
  );
}

/**
 * Whether a JSON Pointer leads to a part of a schema that is a schema. The pointers of all parts aren't written down:
 * below a long name, they would fill the memory.
 */
function isPart(root: unknown, pointer: string): boolean {
  const [before, ...names] = pointer
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  let part = root;
  for (let at = 0; at < names.length; at += 1) {
    const keyword = names[at] ?? '';
    part = childOf(part, keyword);
    if (!single.has(keyword) || Array.isArray(part)) {
      if (!lists.has(keyword) && !maps.has(keyword) && keyword !== 'items') return false;
      at += 1;
      part = childOf(part, names[at]);
    }
  }
  return before === '' && (isRecord(part) || typeof part === 'boolean');
}

function childOf(value: unknown, name: string | undefined): unknown {
  return typeof value === 'object' && value !== null && name !== undefined && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Characters of a name that are written: a caller's data may have a name of a million. */
const LONGEST_NAME = 200;

/** Writes where a value is within data: `order`, `items[2].price`; empty for the whole. */
export function valuePath(segments: readonly PropertyKey[]): string {
  return segments
    .map((segment) => (typeof segment === 'number' ? `[${segment}]` : `.${shortened(String(segment))}`))
    .join('')
    .replace(/^\./, '');
}

const shortened = (name: string): string =>
  name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME)}…`.toWellFormed();
