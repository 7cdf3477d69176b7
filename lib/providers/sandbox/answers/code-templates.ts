interface CodeAndTests {
  code: string;
  tests: string;
}

type Template = (name: string, comment: readonly string[]) => CodeAndTests;

/** Lines, each ended. */
const source = (...lines: string[]) => `${lines.join('\n')}\n`;
const commented = (mark: string, lines: readonly string[]) => lines.map((line) => `${mark} ${line}`);
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const script =
  (signature: (name: string) => string): Template =>
  (name, comment) => ({
    code: source(...commented('//', comment), `${signature(name)} {`, '  return null;', '}'),
    tests: source(`test('${name} returns null', () => {`, `  expect(${name}()).toBe(null);`, '});'),
  });

const javascript = script((name) => `export function ${name}()`);
const typescript = script((name) => `export function ${name}(): null`);

const python: Template = (name, comment) => ({
  code: source(...commented('#', comment), `def ${snake(name)}():`, '    return None'),
  tests: source(`def test_${snake(name)}():`, `    assert ${snake(name)}() is None`),
});

const sql: Template = (name, comment) => ({
  code: source(...commented('--', comment), `SELECT NULL AS ${snake(name)};`),
  tests: source('-- The query returns one row.', `SELECT NULL AS ${snake(name)};`),
});

const json: Template = (name, comment) => ({
  code: source(JSON.stringify({ [name]: null, comment }, null, 2)),
  tests: source(JSON.stringify({ [name]: null }, null, 2)),
});

const hashed: Template = (name, comment) => ({
  code: source(...commented('#', comment), `${snake(name)}: null`),
  tests: source(`${snake(name)}: null`),
});

const shell: Template = (name, comment) => ({
  code: source('#!/bin/sh', ...commented('#', comment), `${snake(name)}() {`, '  true', '}'),
  tests: source(`${snake(name)} && echo passed`),
});

const markup: Template = (name, comment) => ({
  code: source('<!--', ...comment, '-->', `<div id="${name}"></div>`),
  tests: source(`<div id="${name}"></div>`),
});

const css: Template = (name, comment) => ({
  code: source('/*', ...comment, '*/', `.${name} {`, '  color: inherit;', '}'),
  tests: source(`.${name} {`, '  color: inherit;', '}'),
});

const slashes: Template = (name, comment) => ({
  code: source(...commented('//', comment), `// ${name}`),
  tests: source(`// Tests of ${name}`),
});

const templates = new Map<string, Template>([
  ...['javascript', 'js', 'jsx', 'mjs'].map((name) => [name, javascript] as const),
  ...['typescript', 'ts', 'tsx'].map((name) => [name, typescript] as const),
  ...['python', 'py'].map((name) => [name, python] as const),
  ...['sql', 'postgresql', 'mysql', 'sqlite'].map((name) => [name, sql] as const),
  ['json', json],
  ...['yaml', 'yml'].map((name) => [name, hashed] as const),
  ...['shell', 'bash', 'sh'].map((name) => [name, shell] as const),
  ...['html', 'xml', 'svg'].map((name) => [name, markup] as const),
  ['css', css],
]);

/**
 * A file of a language that parses and does nothing, with a test of it. A language without a template gets comments.
 * @param comment lines that can't end a comment
 */
export function codeTemplate(language: string, name: string, comment: readonly string[]): CodeAndTests {
  const template = templates.get(language.trim().toLowerCase()) ?? slashes;
  return template(name, comment);
}
