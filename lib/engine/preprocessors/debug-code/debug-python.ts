import type { SyntaxNode, Tree } from '@lezer/common';
import { type FindDebugCode, isTodo, type Removal } from './debug-code';

const LOGGING = new Set(['print', 'logging.debug']);
const BREAKPOINTS = new Set(['breakpoint', 'pdb.set_trace']);

/** A body of which nothing is left is `pass`. */
export const debugPython: FindDebugCode = async (code, kinds) => {
  const { parser } = await import('@lezer/python');
  const tree = parser.parse(code);
  if (!isWhole(tree)) return null;
  const isDebug = (node: SyntaxNode): boolean => {
    if (node.name === 'PrintStatement') return kinds.has('logging');
    if (node.name !== 'ExpressionStatement') return false;
    const name = calledName(node.firstChild, code);
    return (kinds.has('logging') && LOGGING.has(name)) || (kinds.has('breakpoints') && BREAKPOINTS.has(name));
  };
  const removals: Removal[] = [];
  tree.iterate({
    enter({ node }) {
      if (node.name === 'Comment') {
        if (kinds.has('todo_comments') && isTodo(code.slice(node.from + 1, node.from + 200)))
          removals.push({ from: node.from, to: node.to, instead: '' });
        return;
      }
      if (node.name === 'StatementGroup') {
        removals.push(...withoutStatements(node, isDebug));
        return false;
      }
      if (!isDebug(node)) return;
      removals.push({ from: node.from, to: node.to, instead: isFirstOfNone(node, isDebug) ? 'pass' : '' });
      return false;
    },
  });
  return removals;
};

/** The parser reads on behind a fault. */
function isWhole(tree: Tree): boolean {
  const cursor = tree.cursor();
  do if (cursor.type.isError) return false;
  while (cursor.next());
  return true;
}

/** The statements of a line that semicolons separate. */
function withoutStatements(group: SyntaxNode, isDebug: (node: SyntaxNode) => boolean): Removal[] {
  const statements = childrenOf(group).filter(({ name }) => name !== ';');
  const [first, last] = [statements[0] ?? group, statements.at(-1) ?? group];
  const removals: Removal[] = [];
  /** Behind the last statement that stays; null before there is one. */
  let kept: number | null = null;
  let isAfterRemoved = false;
  for (const statement of statements) {
    if (isDebug(statement)) {
      isAfterRemoved = true;
      continue;
    }
    if (isAfterRemoved)
      removals.push({ from: kept ?? first.from, to: statement.from, instead: kept === null ? '' : '; ' });
    kept = statement.to;
    isAfterRemoved = false;
  }
  if (!isAfterRemoved) return removals;
  if (kept !== null) return [...removals, { from: kept, to: last.to, instead: '' }];
  return [{ from: first.from, to: last.to, instead: isFirstOfNone(group, isDebug) ? 'pass' : '' }];
}

/** Whether a statement is the first of a body that contains only debug statements. */
function isFirstOfNone(statement: SyntaxNode, isDebug: (node: SyntaxNode) => boolean): boolean {
  const body = statement.parent;
  let before = statement.prevSibling;
  while (before?.name === 'Comment') before = before.prevSibling;
  if (body?.name !== 'Body' || before?.name !== ':') return false;
  const statements = childrenOf(body).filter(({ name }) => name !== ':' && name !== 'Comment');
  const isGone = (node: SyntaxNode) =>
    node.name === 'StatementGroup'
      ? childrenOf(node).every((child) => child.name === ';' || isDebug(child))
      : isDebug(node);
  return statements.every(isGone);
}

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child);
  return children;
}

/** The name of the function that a call calls, if it is written out: `print`, `logging.debug`; empty for all others. */
function calledName(call: SyntaxNode | null, code: string): string {
  const called = call?.name === 'CallExpression' ? call.firstChild : null;
  if (called?.name === 'VariableName') return code.slice(called.from, called.to);
  const [object, property] = [called?.firstChild, called?.lastChild];
  if (called?.name !== 'MemberExpression' || object?.name !== 'VariableName' || !property) return '';
  return `${code.slice(object.from, object.to)}.${code.slice(property.from, property.to)}`;
}
