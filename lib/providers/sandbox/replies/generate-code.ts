import { z } from 'zod';
import { type Algorithm, SANDBOX_NOTICE } from '@/lib/providers/sandbox/sandbox-work';

const Options = z.object({
  language: z.string(),
  framework: z.string().nullish(),
  include_tests: z.boolean(),
});

const MOST_LINES = 12;
const LONGEST_LINE = 100;

/** Fills a template of the language that repeats the description: code, tests if asked for, then an explanation. */
export const generateCode: Algorithm = ({ options, instructions, text }) => {
  const { language, framework, include_tests } = Options.parse(options);
  const asked = linesOf(`${text.slice(0, 10_000)}\n${instructions.slice(0, 10_000)}`);
  const uses = framework ? [`For ${framework}.`] : [];
  const { code, tests } = codeTemplate(language, nameFor(text), [SANDBOX_NOTICE, ...uses, ...asked]);
  const blocks = include_tests ? [code, tests] : [code];
  const fence = language.trim().split(/\s/)[0]?.toLowerCase().replaceAll('`', '') ?? '';
  const explanation = `${SANDBOX_NOTICE} The code is a template that repeats the description and does nothing yet.`;
  return [...blocks.map((block) => `\`\`\`${fence}\n${block}\`\`\``), explanation].join('\n\n');
};

/** The description as lines for a comment: nothing in them can end the comment, or the block around it. */
function linesOf(description: string): string[] {
  return description
    .split('\n')
    .map((line) =>
      line.trim().replaceAll('`', "'").replaceAll('*/', '* /').replaceAll('--', '- -').slice(0, LONGEST_LINE),
    )
    .filter((line) => line !== '')
    .slice(0, MOST_LINES);
}

const unsaid = new Set(
  'a an the that which tells whether of is are for to function method query and or in it'.split(' '),
);

/** A name from the first telling words of the description: "whether a year is a leap year" is `yearLeapYear`. */
function nameFor(description: string): string {
  const words = (
    description
      .slice(0, 1_000)
      .toLowerCase()
      .match(/[a-z]{2,20}/g) ?? []
  ).filter((word) => !unsaid.has(word));
  const [first = 'described', ...rest] = words.slice(0, 3);
  return `${first}${rest.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('')}Template`;
}

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
function codeTemplate(language: string, name: string, comment: readonly string[]): CodeAndTests {
  const template = templates.get(language.trim().toLowerCase()) ?? slashes;
  return template(name, comment);
}
