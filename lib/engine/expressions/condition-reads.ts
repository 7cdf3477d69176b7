import type { ASTNode } from '@marcbachmann/cel-js';
import { linearMatches } from './cel';
import { patternProblem } from './pattern-problem';
import { ConditionProblem, placeOf } from './problems';
import type { Reads } from './scope';
import type { SpendWork } from './work-budget';

/**
 * What a parsed condition reads. Puts the linear `matches` in the place of the package's.
 * @param spend called before a pattern is compiled
 * @throws ConditionProblem if it reads steps without their names, or matches a pattern that is none
 */
export function readsOfCondition(root: ASTNode, source: string, spend: SpendWork): Reads {
  const steps = new Set<string>();
  const roots = new Set<string>();

  const fail = (node: ASTNode, what: string): never => {
    throw new ConditionProblem(`${placeOf(source, node.start)}: ${what}`);
  };

  function visit(node: ASTNode): void {
    const id = stepIn(node);
    if (id !== null) {
      steps.add(id);
      return;
    }
    if (node.op === 'id') {
      if (node.args === 'steps') fail(node, 'name the step that you read, as in steps.ID.output.');
      roots.add(node.args);
    }
    if (node.op === 'call') visitFunction(...node.args);
    if (node.op === 'rcall') visitMethod(node, node.args);
    for (const child of childrenOf(node)) visit(child);
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
  return { steps: [...steps], roots: [...roots] };
}

/** The id in `steps.ID` or `steps["ID"]`; null for anything else. */
function stepIn(node: ASTNode): string | null {
  if (node.op !== '.' && node.op !== '[]') return null;
  const [of, field] = node.args;
  if (of.op !== 'id' || of.args !== 'steps') return null;
  if (typeof field === 'string') return field;
  return field.op === 'value' && typeof field.args === 'string' ? field.args : null;
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
