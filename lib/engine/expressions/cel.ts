import { Environment, EvaluationError } from '@marcbachmann/cel-js';
import { RE2JS } from 're2js';

/** The method that takes the place of `matches`, which the package gives to JavaScript's backtracking expressions. */
export const linearMatches = 'matchesInLinearTime';

/**
 * CEL as conditions have it. JSON's numbers are doubles in CEL, so that `variables.count + 1` adds a double and an int:
 * here that is allowed, and so is the remainder of a double. A list may mix types, as JSON's may.
 */
export const cel = new Environment({
  unlistedVariablesAreDyn: false,
  homogeneousAggregateLiterals: false,
  limits: { maxAstNodes: 2_000, maxDepth: 100, maxListElements: 1_000, maxMapEntries: 100 },
})
  .registerVariable('steps', 'map')
  .registerVariable('input', 'dyn')
  .registerVariable('variables', 'map')
  .registerFunction(`string.${linearMatches}(string): bool`, matches)
  .registerFunction('matches(string, string): bool', matches)
  .registerOperator('int + double: double', (a, b) => Number(a) + Number(b))
  .registerOperator('double + int: double', (a, b) => Number(a) + Number(b))
  .registerOperator('int - double: double', (a, b) => Number(a) - Number(b))
  .registerOperator('double - int: double', (a, b) => Number(a) - Number(b))
  .registerOperator('int * double: double', (a, b) => Number(a) * Number(b))
  .registerOperator('double * int: double', (a, b) => Number(a) * Number(b))
  .registerOperator('int / double: double', divide)
  .registerOperator('double / int: double', divide)
  .registerOperator('int % double: double', remainder)
  .registerOperator('double % int: double', remainder)
  .registerOperator('double % double: double', remainder);

/** @throws EvaluationError for zero, as CEL does for two ints: infinity would make `variables.total / 0 > 1` true. */
function divide(a: unknown, b: unknown): number {
  if (Number(b) === 0) throw new EvaluationError('division by zero');
  return Number(a) / Number(b);
}

/** What is left of a division, with the sign of `a`, as for two ints. @throws EvaluationError for zero */
function remainder(a: unknown, b: unknown): number {
  if (Number(b) === 0) throw new EvaluationError('modulo by zero');
  return Number(a) % Number(b);
}

/** Whether the pattern occurs in the text, in time linear in the text (RE2). */
function matches(text: string, pattern: string): boolean {
  return RE2JS.compile(pattern).matcher(text).find();
}

/** JSON as CEL reads it: maps, which have no field that isn't the caller's. */
export function celValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(celValue);
  if (typeof value !== 'object' || value === null) return value;
  return new Map(Object.entries(value).map(([name, field]) => [name, celValue(field)]));
}
