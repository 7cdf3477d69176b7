import {
  EvaluationError,
  ParseError,
  type ParseResult,
  TypeError as TypeProblem,
} from '@marcbachmann/cel-js';
import { RE2JSException } from 're2js';
import { cel, celValue, linearMatches } from './cel';
import { readsOfCondition } from './condition-reads';
import { ConditionProblem, noValueNamed, overLimit, placeOf } from './problems';
import { narrowScope, type Reads, type Scope } from './scope';
import type { SpendWork } from './work-budget';

/**
 * Checks a condition: that it parses, that its types fit, and that it is a yes or no, as far as its source tells.
 * @param spend called before each piece of the work; what it throws ends the check
 */
export function parseCondition(source: string, spend: SpendWork = () => {}): { problem: string } | Reads {
  spend('characters of conditions', source.length);
  try {
    return parse(source, spend).reads;
  } catch (error) {
    return { problem: problemOf(error, source) };
  }
}

/**
 * Decides a condition.
 * @throws ConditionProblem if it reads a field that isn't there, fails on these values, or is neither true nor false
 */
export function decideCondition(source: string, scope: Scope): boolean {
  let decision: unknown;
  try {
    const { decide, reads } = parse(source, () => {});
    const { input, variables, steps } = narrowScope(scope, reads);
    const readable = Object.entries(steps).map(
      ([id, { status, output }]) => [id, celValue({ status, output })] as const,
    );
    decision = decide({ input, variables: celValue(variables), steps: new Map(readable) });
  } catch (error) {
    throw new ConditionProblem(problemOf(error, source));
  }
  if (typeof decision !== 'boolean')
    throw new ConditionProblem(notYesOrNo(decision === null ? 'null' : nameOf(typeof decision)));
  return decision;
}

function parse(source: string, spend: SpendWork): { decide: ParseResult; reads: Reads } {
  const decide = cel.parse(source);
  const reads = readsOfCondition(decide.ast, source, spend);
  const { error, type } = decide.check();
  if (error) throw error;
  if (type !== 'bool' && type !== 'dyn') throw new ConditionProblem(notYesOrNo(nameOf(type)));
  return { decide, reads };
}

const readableInConditions = ['input', 'variables.NAME', 'steps.ID.output'];

const notYesOrNo = (what: string) => `The condition is ${what}. It must be true or false.`;

/** What a type of CEL or of JavaScript is to people. */
function nameOf(type = ''): string {
  if (['int', 'uint', 'double', 'bigint', 'number'].includes(type)) return 'a number';
  return /^(list|map|object)/.test(type) ? 'a list or a map' : `a ${type}`;
}

/** Why a condition can't be parsed or decided, as a sentence. @throws what isn't the condition's fault */
function problemOf(error: unknown, source: string): string {
  if (error instanceof ConditionProblem) return error.message;
  // The stack ends, or a text passes the longest that there can be.
  if (error instanceof RangeError)
    return error.message.startsWith('Maximum call stack')
      ? overLimit.depth('condition')
      : overLimit.memory('condition');
  if (error instanceof RE2JSException) return `${error.message}.`;
  if (error instanceof ParseError || error instanceof EvaluationError || error instanceof TypeProblem) {
    const what = error.summary
      .replaceAll(linearMatches, 'matches')
      .replace(/^No such key: (?!index)/, 'there is no field ')
      .replace(/^Unknown variable: (.*)$/, (_, name) => noValueNamed(name, readableInConditions))
      .replace(/(?<![.?])$/, '.');
    return error.range ? `${placeOf(source, error.range.start)}: ${what}` : what;
  }
  throw error;
}
