import { z } from 'zod';
import { workflowLimits } from '@/lib/config/limits';
import { modelFields } from '@/lib/config/model-fields';
import { patternWork } from '@/lib/engine/expressions/patterns';
import { isSmall } from '@/lib/engine/expressions/scope';
import type { SpendWork } from '@/lib/engine/expressions/work-budget';
import { type JsonSchema, spendOnSchema, valuePath } from '@/lib/engine/replies/compile-schema';
import { didYouMeanField, sameField } from '@/lib/rules/field-synonyms';

/** An option that can't be used. */
export interface OptionProblem {
  /** Within the options: `max_words`, `labels[2]`; empty for the options as a whole. */
  path: string;
  /** A sentence that names the option. */
  message: string;
}

/** A task or a processor, with its name and its schema of options. */
interface TakesOptions {
  name: string;
  options: z.ZodType;
}

/** Options as a task or a processor runs with them; or their problems, up to the most that are listed. */
export type CheckedOptions = { options: unknown; problems?: undefined } | { problems: OptionProblem[] };

/**
 * Parses options by the schema of their task or processor.
 * @param spend called before a schema or a pattern of the caller's is compiled; what it throws ends the check
 */
export function checkOptions(
  taker: TakesOptions,
  given: unknown,
  spend: SpendWork = () => {},
): CheckedOptions {
  const { optionsSize } = workflowLimits;
  if (!isSmall(given, optionsSize)) {
    const message = `The options have at most ${optionsSize.toLocaleString('en-US')} characters.`;
    return { problems: [{ path: '', message }] };
  }
  if (namesSchema(given)) spendOnSchema((given as { schema: unknown }).schema, spend);
  for (const pattern of patternsIn(given)) spend('instructions of patterns', patternWork(pattern));
  const { success, data } = taker.options.safeParse(given);
  return success ? { options: data } : { problems: optionProblems(taker, given) };
}

function optionProblems(taker: TakesOptions, options: unknown): OptionProblem[] {
  const declared = z.toJSONSchema(taker.options, { io: 'input', unrepresentable: 'any' });
  let said = 0;
  const read = taker.options.safeParse(options, {
    error: (issue) =>
      said++ < workflowLimits.faults ? demand(issue, fieldAt(declared, issue.path ?? [])) : '',
  });
  if (read.success) return [];
  const issues = read.error.issues.slice(0, workflowLimits.faults);
  return issues.flatMap((issue) => sentences(issue, taker.name, declared)).slice(0, workflowLimits.faults);
}

function sentences(issue: z.core.$ZodIssue, taker: string, declared: JsonSchema): OptionProblem[] {
  const path = valuePath(issue.path);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: path ? `${path}.${key}` : key,
      message: `${key} isn't an option of ${taker}.${similarOption(key, fieldAt(declared, issue.path))}`,
    }));
  }
  // A rule about several options is a whole sentence already.
  if (!path && issue.code === 'custom') return [{ path, message: issue.message }];
  return [{ path, message: `${path || 'options'} ${issue.message}.` }];
}

function similarOption(key: string, { properties = {} }: JsonSchema): string {
  const names = Object.keys(properties as object);
  const ofStep = sameField(key, names) === null && sameField(key, Object.keys(modelFields));
  if (ofStep) return ` Did you mean the field ${ofStep} of the step?`;
  return didYouMeanField(key, names) || (names.length > 0 ? ` It takes ${names.join(', ')}.` : '');
}

/** The expected value of an option, from its declaration, in as much detail as the given value needs. */
function demand(issue: z.core.$ZodRawIssue, field: JsonSchema): string {
  const { input } = issue;
  if (input === undefined) return 'is required';
  if (Array.isArray(field.enum)) return `must be one of ${field.enum.join(', ')}`;
  if (field.type === 'number' || field.type === 'integer') {
    if (typeof input !== 'number') return 'must be a number';
    if (field.type === 'integer' && !Number.isInteger(input)) return 'must be a whole number';
    return `must be between ${field.minimum} and ${field.maximum}`;
  }
  if (field.type === 'array') {
    return Array.isArray(input)
      ? `must have ${field.minItems} to ${field.maxItems} entries`
      : 'must be a list';
  }
  if (field.type === 'string')
    return typeof input === 'string' ? lengthDemand(input, field) : 'must be a string';
  if (field.type === 'boolean') return 'must be true or false';
  if (field.type === 'object') return 'must be an object';
  return 'has another type than its description says';
}

function lengthDemand(text: string, field: JsonSchema): string {
  return text.length === 0 ? "mustn't be empty" : `must have at most ${field.maxLength} characters`;
}

function fieldAt(schema: JsonSchema, path: readonly PropertyKey[]): JsonSchema {
  return path.reduce<JsonSchema>((field, segment) => {
    const { properties, items, additionalProperties } = field as Record<string, Record<string, JsonSchema>>;
    const inner = properties?.[String(segment)] ?? items ?? additionalProperties;
    return (inner as JsonSchema | undefined) ?? {};
  }, schema);
}

// Options that take time to compile.

/** Whether the options of a task have the caller's JSON Schema, as `schemaOption` takes it. */
export const namesSchema = (options: unknown): boolean =>
  typeof options === 'object' && options !== null && (options as { schema?: unknown }).schema != null;

/** The caller's regular expressions among the options of a preprocessor, as `stripSensitiveData` takes them. */
export function patternsIn(options: unknown): string[] {
  const { patterns } = (options ?? {}) as { patterns?: unknown };
  return Array.isArray(patterns) ? patterns.filter((pattern) => typeof pattern === 'string') : [];
}
