import {
  type ASTNode,
  Environment,
  EvaluationError,
  ParseError,
  type ParseResult,
  TypeError as TypeProblem,
} from '@marcbachmann/cel-js';
import { RE2JS, RE2JSException } from 're2js';
import { patternProblem } from './patterns';
import { ConditionProblem, noStepPart, noValueNamed, overLimit, placeOf, stepParts } from './problems';
import { namedReads, narrowScope, type Reads, type Scope } from './scope';
import type { SpendWork } from './work-budget';

/**
 * Checks a condition: that it parses, that its types fit, and that it is a yes or no, as far as its source shows.
 * @param spend called before each piece of the work; what it throws ends the check
 */
export function parseCondition(source: string, spend: SpendWork = () => {}): { problem: string } | Reads {
  spend('characters of conditions', source.length);
  try {
    return parse(source, spend, { isNew: true }).reads;
  } catch (error) {
    return { problem: problemOf(error, source).message };
  }
}

/** Characters of a condition that only compares: it has a hundred values at most. */
const shortCondition = 500;
/** Names, constants, and the signs between them: no call, list, map, or calculation. */
const comparison = /^(?:[\w.\s!<>=&|]|"[^"\\\n]*"|'[^'\\\n]*')*$/;

/**
 * How many comparisons a short condition makes that does nothing else; null if there is more to it. Deciding it can't
 * take longer than reading all values once for each.
 */
export const countComparisons = (source: string): number | null =>
  source.length <= shortCondition && comparison.test(source) ? source.split(/[<>=&|\s]+/).length : null;

/**
 * Decides a condition.
 * @throws ConditionProblem if it reads a field that isn't there, fails on these values, or is neither true nor false
 */
export function decideCondition(source: string, scope: Scope): boolean {
  let decision: unknown;
  try {
    // A stored condition may read a part that no step has: it was decided so before that was refused.
    const { decide, reads } = parse(source, () => {}, { isNew: false });
    const { input, variables, steps } = narrowScope(scope, reads);
    const readable = Object.entries(steps).map(
      ([id, { status, output }]) => [id, celValue({ status, output })] as const,
    );
    decision = decide({ input, variables: celValue(variables), steps: new Map(readable) });
  } catch (error) {
    throw problemOf(error, source);
  }
  if (typeof decision !== 'boolean')
    throw new ConditionProblem(notYesOrNo(decision === null ? 'null' : nameOf(typeof decision)));
  return decision;
}

interface ParseOptions {
  /** Whether it is checked before a run, and refused if it reads a part that no step has. */
  isNew: boolean;
}

function parse(
  source: string,
  spend: SpendWork,
  options: ParseOptions,
): { decide: ParseResult; reads: Reads } {
  const decide = cel.parse(source);
  const reads = readsOfCondition(decide.ast, source, spend, options);
  const { error, type } = decide.check();
  if (error) throw error;
  if (type !== 'bool' && type !== 'dyn') throw new ConditionProblem(notYesOrNo(nameOf(type)));
  return { decide, reads };
}

const readableInConditions = ['input', 'variables.NAME', 'steps.ID.output'];

const notYesOrNo = (what: string) => `The condition is ${what}. It must be true or false.`;

/** Readable names for the types of CEL and JavaScript. */
function nameOf(type = ''): string {
  if (['int', 'uint', 'double', 'bigint', 'number'].includes(type)) return 'a number';
  return /^(list|map|object)/.test(type) ? 'a list or a map' : `a ${type}`;
}

/** Why a condition can't be parsed or decided, as a sentence. @throws other errors unchanged */
function problemOf(error: unknown, source: string): ConditionProblem {
  if (error instanceof ConditionProblem) return error;
  // The stack ends, or a text passes the longest that there can be.
  if (error instanceof RangeError)
    return new ConditionProblem(
      error.message.startsWith('Maximum call stack')
        ? overLimit.depth('condition')
        : overLimit.memory('condition'),
    );
  if (error instanceof RE2JSException) return new ConditionProblem(`${error.message}.`);
  if (error instanceof ParseError || error instanceof EvaluationError || error instanceof TypeProblem) {
    const what = error.summary
      .replaceAll(linearMatches, 'matches')
      .replace(/^No such key: (?!index)/, 'there is no field ')
      .replace(/^Unknown variable: (.*)$/, (_, name) => noValueNamed(name, readableInConditions))
      .replace(/(?<![.?])$/, '.');
    const { code, node, range } = error;
    const missing = code === 'no_such_key' && node ? fieldOf('variables', node as ASTNode) : null;
    return new ConditionProblem(range ? `${placeOf(source, range.start)}: ${what}` : what, what, missing);
  }
  throw error;
}

/**
 * The names that a parsed condition reads. Replaces the package's `matches` by the linear one.
 * @param spend called before a pattern is compiled
 * @throws ConditionProblem if it reads steps without their names, or a part that no step has, or matches an invalid pattern
 */
function readsOfCondition(root: ASTNode, source: string, spend: SpendWork, { isNew }: ParseOptions): Reads {
  const steps = new Set<string>();
  const roots = new Set<string>();
  const variables = new Set<string>();
  const names = new Set<string>();

  const fail = (node: ASTNode, what: string): never => {
    throw new ConditionProblem(`${placeOf(source, node.start)}: ${what}`);
  };

  /** @param field the name of the field that is read of it; null if it's read whole */
  function visit(node: ASTNode, field: string | null = null): void {
    const id = fieldOf('steps', node);
    if (id !== null) {
      steps.add(id);
      if (isNew && field !== null && !stepParts.includes(field)) fail(node, noStepPart(id, field));
      for (const part of stepParts) if (field === null || field === part) names.add(`steps.${id}.${part}`);
      return;
    }
    const variable = fieldOf('variables', node);
    if (variable !== null) {
      variables.add(variable);
      names.add(`variables.${variable}`);
    }
    if (node.op === 'id') {
      if (node.args === 'steps') fail(node, 'name the step that you read, as in steps.ID.output.');
      roots.add(node.args);
      if (node.args === 'input' || (node.args === 'variables' && field === null)) names.add(node.args);
    }
    if (node.op === 'call') visitFunction(...node.args);
    if (node.op === 'rcall') visitMethod(node, node.args);
    const access = accessIn(node);
    for (const child of childrenOf(node)) visit(child, child === access?.of ? access.field : null);
  }

  function visitFunction(name: string, [, pattern]: ASTNode[]): void {
    if (name === 'matches') checkPattern(pattern);
  }

  function visitMethod(node: ASTNode, call: [string, ASTNode, ASTNode[]]): void {
    const [name, , [pattern]] = call;
    if (name === linearMatches) fail(node, `there is no function named ${linearMatches}.`);
    if (name !== 'matches') return;
    call[0] = linearMatches;
    checkPattern(pattern);
  }

  function checkPattern(pattern: ASTNode | undefined): void {
    if (pattern?.op !== 'value' || typeof pattern.args !== 'string') return;
    const problem = patternProblem(pattern.args, spend);
    if (problem) fail(pattern, `${problem}.`);
  }

  visit(root);
  return { ...namedReads(steps, [...roots], variables), ...(names.size > 0 && { names: [...names] }) };
}

/**
 * The variables that a condition compares with a text, which a number never equals. An empty text is a fair question: a
 * row may have no number.
 * @throws ConditionProblem
 */
export function comparedWithText(source: string): { variable: string; text: string }[] {
  const found: { variable: string; text: string }[] = [];
  const note = (one: ASTNode, other: ASTNode) => {
    const variable = fieldOf('variables', one);
    if (variable !== null && other.op === 'value' && typeof other.args === 'string' && other.args !== '')
      found.push({ variable, text: other.args });
  };
  const visit = (node: ASTNode) => {
    if (node.op === '==' || node.op === '!=') {
      const [left, right] = node.args;
      note(left, right);
      note(right, left);
    }
    for (const child of childrenOf(node)) visit(child);
  };
  try {
    visit(cel.parse(source).ast);
  } catch (error) {
    throw problemOf(error, source);
  }
  return found;
}

/** The name in `ROOT.NAME` or `ROOT["NAME"]`; null for anything else. */
function fieldOf(root: string, node: ASTNode): string | null {
  const access = accessIn(node);
  return access?.of.op === 'id' && access.of.args === root ? access.field : null;
}

/** The parts of `VALUE.FIELD` or `VALUE["FIELD"]`; null for anything else. */
function accessIn(node: ASTNode): { of: ASTNode; field: string } | null {
  if (node.op !== '.' && node.op !== '[]') return null;
  const [of, field] = node.args;
  if (typeof field === 'string') return { of, field };
  return field.op === 'value' && typeof field.args === 'string' ? { of, field: field.args } : null;
}

function childrenOf(node: ASTNode): ASTNode[] {
  switch (node.op) {
    case 'value':
    case 'id':
      return [];
    case '.':
    case '.?':
      return [node.args[0]];
    case 'call':
      return node.args[1];
    case 'rcall':
      return [node.args[1], ...node.args[2]];
    case 'map':
      return node.args.flat();
    case '!_':
    case '-_':
      return [node.args];
    default:
      return node.args;
  }
}

/** The method that replaces `matches`, which the package runs on JavaScript's backtracking expressions. */
const linearMatches = 'matchesInLinearTime';

/**
 * CEL as conditions have it. JSON's numbers are doubles in CEL, so `variables.count + 1` adds a double and an int. That
 * is allowed here, and so is the remainder of a double. A list may mix types, as in JSON.
 */
const cel = new Environment({
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

/** The remainder of a division, with the sign of `a`, as for two ints. @throws EvaluationError for zero */
function remainder(a: unknown, b: unknown): number {
  if (Number(b) === 0) throw new EvaluationError('modulo by zero');
  return Number(a) % Number(b);
}

/** Whether the pattern occurs in the text, in time linear in the text (RE2). */
function matches(text: string, pattern: string): boolean {
  return RE2JS.compile(pattern).matcher(text).find();
}

/** JSON as CEL reads it: maps, which have only the caller's fields. */
function celValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(celValue);
  if (typeof value !== 'object' || value === null) return value;
  return new Map(Object.entries(value).map(([name, field]) => [name, celValue(field)]));
}
