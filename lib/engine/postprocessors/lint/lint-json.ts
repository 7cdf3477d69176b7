import { type Finding, mostFindings, type Severity } from './lint-rules';

/** An object or a list that isn't closed yet. */
interface Open {
  closer: '}' | ']';
  /** The names so far; only of an object. */
  names: Set<string>;
}

type Expected = 'value' | 'value or end' | 'name' | 'name or end' | 'colon' | 'comma or end' | 'nothing';

const SPACE = /[ \t\r\n]*/y;
/** After a backslash. */
const ESCAPED = /["\\/bfnrt]|u[\da-fA-F]{4}/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** The names that an object has more than once, and the first place where a text isn't JSON. */
export function lintJson(text: string, duplicates: Severity): Finding[] {
  const findings: Finding[] = [];
  const locate = locator(text);
  const open: Open[] = [];
  let expected: Expected = 'value';
  let at = 0;
  const wrong = (): Finding[] => [
    ...findings,
    {
      ...locate(at),
      severity: 'error',
      rule: 'syntax',
      message: `Expected ${wanted(expected, open.at(-1))}.`,
    },
  ];
  for (;;) {
    at = matchEnd(SPACE, text, at) ?? at;
    const character = text.charAt(at);
    const within = open.at(-1);
    if (character === '') return expected === 'nothing' ? findings : wrong();
    const afterValue = () => (open.length > 0 ? 'comma or end' : 'nothing');
    if (within && character === within.closer && / end$/.test(expected)) {
      open.pop();
      expected = afterValue();
      at += 1;
    } else if (expected === 'comma or end' && character === ',') {
      expected = within?.closer === '}' ? 'name' : 'value';
      at += 1;
    } else if (expected === 'colon' && character === ':') {
      expected = 'value';
      at += 1;
    } else if (expected.startsWith('name') && character === '"') {
      const end = stringEnd(text, at);
      if (end === null) return wrong();
      const name: string = JSON.parse(text.slice(at, end));
      if (within?.names.has(name) && duplicates !== 'off' && findings.length < mostFindings)
        findings.push({
          ...locate(at),
          severity: duplicates,
          rule: 'no-dupe-keys',
          message: `Duplicate key '${name}'.`,
        });
      within?.names.add(name);
      expected = 'colon';
      at = end;
    } else if (expected.startsWith('value') && (character === '{' || character === '[')) {
      open.push({ closer: character === '{' ? '}' : ']', names: new Set() });
      expected = character === '{' ? 'name or end' : 'value or end';
      at += 1;
    } else if (expected.startsWith('value')) {
      const end = character === '"' ? stringEnd(text, at) : matchEnd(SCALAR, text, at);
      if (end === null) return wrong();
      expected = afterValue();
      at = end;
    } else return wrong();
  }
}

function matchEnd(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : null;
}

/** Where a string ends that begins at an offset; null if it isn't one of JSON. */
function stringEnd(text: string, start: number): number | null {
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '"') return at + 1;
    if (character < ' ') return null;
    if (character !== '\\') continue;
    const end = matchEnd(ESCAPED, text, at + 1);
    if (end === null) return null;
    at = end - 1;
  }
  return null;
}

function wanted(expected: Expected, within: Open | undefined): string {
  if (expected === 'nothing') return 'the end of the text';
  const end = within ? ` or ${within.closer}` : '';
  if (expected === 'comma or end') return `a comma${end}`;
  if (expected === 'colon') return 'a colon';
  const kind = expected.startsWith('name') ? 'a name in double quotes' : 'a value';
  return / end$/.test(expected) ? kind + end : kind;
}

/** Finds lines and columns of offsets that only grow. */
function locator(text: string): (offset: number) => { line: number; column: number } {
  let line = 1;
  let lineStart = 0;
  return (offset) => {
    for (
      let end = text.indexOf('\n', lineStart);
      end >= 0 && end < offset;
      end = text.indexOf('\n', lineStart)
    ) {
      line += 1;
      lineStart = end + 1;
    }
    return { line, column: offset - lineStart + 1 };
  };
}
