import type { ParserPlugin } from '@babel/parser';
import { type DebugKind, type FindDebugCode, isTodo, type Removal } from './debug-code';

/** A node of the syntax tree, as far as it matters here. */
interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

/** A statement with the code around it. */
interface Placed {
  node: Node;
  /** Whether it is one of a list of statements. Elsewhere it is the whole body of an `if` or a loop. */
  isListed: boolean;
  before: Node | null;
  next: Node | null;
}

const LOGGING = new Set(['console.log', 'console.debug', 'console.trace']);
/** Characters that need no space next to a word or an operator; the end of the text is empty. */
const APART = /^[\s()[\]{},;]?$/;
/** A line that begins so continues the one before, unless that has ended. */
const CONTINUES = /^[([`+\-/*]/;

export const debugJavaScript: FindDebugCode = (code, kinds) => debugScript(code, kinds, [['jsx']]);

/** `<T>` begins a type in TypeScript, and an element in its files with JSX. */
export const debugTypeScript: FindDebugCode = (code, kinds) =>
  debugScript(code, kinds, [
    ['typescript', 'decorators'],
    ['typescript', 'decorators', 'jsx'],
  ]);

/** @param dialects the first that reads the code counts */
async function debugScript(
  code: string,
  kinds: ReadonlySet<DebugKind>,
  dialects: ParserPlugin[][],
): Promise<Removal[] | null> {
  const { parse } = await import('@babel/parser');
  for (const plugins of dialects) {
    const file = parsed(parse, code, plugins);
    if (!file) continue;
    const removals = debugStatements(file as unknown as Node, code, kinds);
    if (kinds.has('todo_comments'))
      for (const { value, start, end } of file.comments ?? [])
        if (isTodo(value)) removals.push(withoutComment(code, start ?? 0, end ?? 0));
    return withoutInner(removals.sort((one, other) => one.from - other.from));
  }
  return null;
}

function parsed(parse: typeof import('@babel/parser').parse, code: string, plugins: ParserPlugin[]) {
  try {
    return parse(code, {
      plugins,
      sourceType: 'unambiguous',
      // Parts of files are read, too, and faults that don't change where statements begin and end.
      errorRecovery: true,
      allowAwaitOutsideFunction: true,
      allowImportExportEverywhere: true,
      allowReturnOutsideFunction: true,
      allowSuperOutsideMethod: true,
      allowUndeclaredExports: true,
      attachComment: false,
    });
  } catch {
    // Code that nests too deeply ends the stack.
    return null;
  }
}

/** Goes through the tree without a stack of calls, since a caller's code may nest deeply. */
function debugStatements(file: Node, code: string, kinds: ReadonlySet<DebugKind>): Removal[] {
  const removals: Removal[] = [];
  const waiting: Placed[] = [{ node: file, isListed: false, before: null, next: null }];
  for (let placed = waiting.pop(); placed; placed = waiting.pop()) {
    const { node } = placed;
    if (isDebugStatement(node, kinds))
      removals.push({ from: node.start, to: node.end, instead: insteadOf(placed, code) });
    else for (const inner of partsOf(node)) waiting.push(inner);
  }
  return removals;
}

function* partsOf(node: Node): Generator<Placed> {
  for (const [field, value] of Object.entries(node)) {
    if (field === 'comments' || field === 'errors' || field === 'tokens') continue;
    if (isNode(value)) yield { node: value, isListed: false, before: null, next: null };
    if (!Array.isArray(value)) continue;
    for (const [index, entry] of value.entries())
      if (isNode(entry))
        yield {
          node: entry,
          isListed: true,
          before: value[index - 1] ?? null,
          next: value[index + 1] ?? null,
        };
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

function isDebugStatement(node: Node, kinds: ReadonlySet<DebugKind>): boolean {
  if (node.type === 'DebuggerStatement') return kinds.has('breakpoints');
  return (
    node.type === 'ExpressionStatement' && kinds.has('logging') && LOGGING.has(calledName(node.expression))
  );
}

/** The name of the function that a call calls, if it is written out: `console.log`; empty for all others. */
function calledName(call: unknown): string {
  if (!isNode(call) || !/^(?:Optional)?CallExpression$/.test(call.type)) return '';
  const { callee } = call;
  if (!isNode(callee) || !/^(?:Optional)?MemberExpression$/.test(callee.type) || callee.computed) return '';
  const { object, property } = callee;
  return isNode(object) && object.type === 'Identifier' && isNode(property)
    ? `${object.name}.${property.name}`
    : '';
}

/** The rest of a statement that the code around it needs to keep its meaning. */
function insteadOf({ isListed, before, next }: Placed, code: string): string {
  if (!isListed) return '{}';
  const begins = next ? code.charAt(next.start) : '';
  // A text that begins a function is a directive.
  if (!before) return /["']/.test(begins) ? ';' : '';
  return CONTINUES.test(begins) && !/[;}]/.test(code.charAt(before.end - 1)) ? ';' : '';
}

/** A comment also keeps two words apart, and may end a statement. */
function withoutComment(code: string, from: number, to: number): Removal {
  const isApart = APART.test(code.charAt(from - 1)) || APART.test(code.charAt(to));
  return { from, to, instead: isApart ? '' : code.slice(from, to).includes('\n') ? '\n' : ' ' };
}

/** Without the comments inside statements that go anyway. */
function withoutInner(removals: readonly Removal[]): Removal[] {
  let end = 0;
  return removals.filter(({ from, to }) => {
    if (from < end) return false;
    end = to;
    return true;
  });
}
