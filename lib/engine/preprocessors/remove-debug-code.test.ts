import { describe, expect, test } from 'vitest';
import { preparedBy, problemOf } from '@/testing/engine/prepared-by';
import { removeDebugCode } from './remove-debug-code';

const remove = (text: string, options: object = {}, file: string | null = null) =>
  preparedBy(removeDebugCode, text, options, { file: file === null ? null : { name: file, text } });
const all = { remove: ['logging', 'breakpoints', 'todo_comments'] };
const js = { ...all, language: 'javascript' };
const py = { ...all, language: 'python' };

describe('of JavaScript', () => {
  test.each([
    ['console.log(1);\na();\n', 'a();\n'],
    ['console.debug(1);\nconsole.trace();\na();\n', 'a();\n'],
    ['debugger;\na();', 'a();'],
    ['// TODO later\na(); // FIXME now\n/* TODO\n * long */\nb();\n', 'a();\nb();\n'],
    // Whole statements only.
    ['x = console.log(1);', 'x = console.log(1);'],
    ['a(console.log(1));', 'a(console.log(1));'],
    ['f(() => console.log(1));', 'f(() => console.log(1));'],
    ['console.error(1);\nconsole.warn(2);', 'console.error(1);\nconsole.warn(2);'],
    ['my.console.log(1);', 'my.console.log(1);'],
    // A block that is left empty stays.
    ['if (a) {\n  console.log(1);\n}\n', 'if (a) {\n}\n'],
    ['if (a) console.log(1);\nelse b();', 'if (a) {}\nelse b();'],
    ['for (;;) debugger;', 'for (;;) {}'],
    // Lines go whole, and other statements of a line stay.
    ['a(); console.log(1); b();', 'a(); b();'],
    ['  console.log(1); debugger;\nb();', 'b();'],
    ['a();\r\nconsole.log(1);\r\nb();\r\n', 'a();\r\nb();\r\n'],
    ['switch (a) { case 1: console.log(1); break; }', 'switch (a) { case 1: break; }'],
    // The meaning of two lines stays the same if they are joined by an omitted semicolon.
    ['let a = b\nconsole.log(a);\n[1].map(f)', 'let a = b\n;\n[1].map(f)'],
    ['return/* TODO */x;', 'return x;'],
    ['console.log(/* TODO */ 1);a()', 'a()'],
    ["console.log(1);\n'use strict';", ";\n'use strict';"],
    ['// nothing TODO here\n"// TODO"', '// nothing TODO here\n"// TODO"'],
    ['const a = <p>{/* TODO */}x</p>;', 'const a = <p>{}x</p>;'],
  ])('%j becomes %j', async (before, after) => {
    expect(await remove(before, js)).toBe(after);
  });

  test('only what is named is taken out', async () => {
    const code = 'console.log(1);\ndebugger;\n// TODO\n';
    expect(await remove(code, { language: 'javascript' })).toBe('// TODO\n');
    expect(await remove(code, { language: 'javascript', remove: ['breakpoints'] })).toBe(
      'console.log(1);\n// TODO\n',
    );
  });
});

test('TypeScript is read with and without JSX', async () => {
  const typed = (code: string) => remove(code, { language: 'typescript' });
  expect(await typed('let a = <string>b;\nconsole.log(a);')).toBe('let a = <string>b;\n');
  expect(await typed('const a: B = <p>x</p>;\ndebugger;\n')).toBe('const a: B = <p>x</p>;\n');
});

describe('of Python', () => {
  test.each([
    ['print(1)\na()\n', 'a()\n'],
    ['logging.debug("x")\nlogging.info("y")\n', 'logging.info("y")\n'],
    ['breakpoint()\npdb.set_trace()\na()\n', 'a()\n'],
    ['# TODO later\na()  # FIXME now\n# done\n', 'a()\n# done\n'],
    ['x = print(1)\n', 'x = print(1)\n'],
    // A block that is left empty is `pass`.
    ['def f():\n    print(1)\n    print(2)\na()\n', 'def f():\n    pass\na()\n'],
    ['if x: print(x)\n', 'if x: pass\n'],
    ['def f():\n    # TODO a\n    print(1)\n    return 2\n', 'def f():\n    return 2\n'],
    ['import pdb; pdb.set_trace()\na()\n', 'import pdb\na()\n'],
    ['print(1); a(); print(2); b()\n', 'a(); b()\n'],
    ['if x: print(1); print(2)\n', 'if x: pass\n'],
  ])('%j becomes %j', async (before, after) => {
    expect(await remove(before, py)).toBe(after);
  });
});

describe('the language', () => {
  test.each([
    ['console.log(1);\nconst a = 1;\n', null, 'const a = 1;\n'],
    ['def f(a):\n    print(a)\n    return a\n', null, 'def f(a):\n    return a\n'],
    ['interface A { a: string }\nconsole.log(1);\n', null, 'interface A { a: string }\n'],
    ['print(1)\na = 2\n', 'job.py', 'a = 2\n'],
    ['console.log(1)\na = 2\n', 'job.JS', 'a = 2\n'],
    ['const a = 1;\nconsole.log(a);\n', 'notes.txt', 'const a = 1;\n'],
  ])('of %j in the file %s is found', async (before, file, after) => {
    expect(await remove(before, {}, file)).toBe(after);
  });
});

test.each([
  ['let a = ;', {}, "the text doesn't parse as javascript."],
  ['@@ -1,2 +1,2 @@\n-a\n+b', { language: 'typescript' }, "the text doesn't parse as typescript."],
  ['def f(:\n  x', { language: 'python' }, "the text doesn't parse as python."],
  [
    'The arm stops.',
    {},
    "the language isn't one of javascript, typescript, python, or wasn't found. Name it in language.",
  ],
])('%j with %j fails', async (text, options, message) => {
  expect(await problemOf(removeDebugCode, text, options)).toEqual({ code: 'PROCESSOR_FAILED', message });
});

test('a file of another language fails, whatever the text looks like', async () => {
  const file = { name: 'styles.css', text: '' };
  const problem = await problemOf(removeDebugCode, 'const a = 1;', {}, { file });
  expect(problem.message).toMatch(/^the language isn't one of/);
});
