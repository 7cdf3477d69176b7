import { describe, expect, test } from 'vitest';
import { report, typescriptFiles } from './check-prose';
import { checkedFolders } from './checked-folders';
import { commentRules } from './comment-rules';
import { findingsIn } from './findings';
import { longestSentence, rules } from './rules';

const messages = (text: string, isComment = false) =>
  findingsIn({ text, offset: 0, isComment }).map(({ message }) => message);

describe('each rule of how the project writes', () => {
  test.each(rules)('finds "$bad"', ({ bad, better }) => {
    expect(messages(bad).join('\n')).toContain(`Better: ${better} (`);
  });

  test.each(rules)('passes "$good"', ({ good }) => {
    expect(messages(good)).toEqual([]);
  });
});

describe('each rule of comments', () => {
  test.each(commentRules)('finds "$bad"', ({ bad, better }) => {
    expect(messages(bad, true).join('\n')).toContain(`Better: ${better} (`);
  });

  test.each(commentRules)('passes "$good"', ({ good }) => {
    expect(messages(good, true)).toEqual([]);
  });
});

describe('a sentence', () => {
  const words = (count: number) => `${Array.from({ length: count }, () => 'word').join(' ')}.`;

  test('has 25 words at most', () => {
    expect(messages(words(longestSentence))).toEqual([]);
    expect(messages(words(longestSentence + 1))).toEqual(['26 words. Split the sentence: 25 at most.']);
  });

  test('may end with signing in, or with a number', () => {
    expect(messages(`Sign in. Then ${words(longestSentence - 1)}`)).toEqual([]);
    expect(messages(`It returns 50. Then ${words(longestSentence - 1)}`)).toEqual([]);
  });

  test('is counted between semicolons', () => {
    const half = words(longestSentence).slice(0, -1);
    expect(messages(`${half}; ${half}.`)).toEqual([]);
  });

  test('may quote the specification to the letter', () => {
    expect(messages('Passwords do not match.')).toEqual([]);
    expect(messages('The names do not match.')).toHaveLength(1);
  });
});

describe('a page', () => {
  const head = '---\ntitle: Ends an e-mail\norder: 1\n---\n';

  test('is read with its front matter, headings, lists and cells, by line and column', () => {
    const page = `${head}## An e-mail\n\nOne.\n\n- An **e-mail**\n\n| A | B |\n|---|---|\n| x | <b>an e-mail</b> |\n`;
    expect(report('content/a.mdx', page).map((line) => line.split(' ')[0])).toEqual([
      'content/a.mdx:2:16',
      'content/a.mdx:5:7',
      'content/a.mdx:9:8',
      'content/a.mdx:13:13',
    ]);
  });

  test('may say anything in its code', () => {
    expect(report('docs/a.md', 'Run `is not`.\n\n```ts\nconst text = "it is not";\n```\n')).toEqual([]);
  });

  test('counts code as one word', () => {
    const sentence = `${Array.from({ length: 24 }, () => 'word').join(' ')} \`a b c\`.`;
    expect(report('docs/a.md', sentence)).toEqual([]);
  });

  test("isn't checked while it is in preview", () => {
    expect(report('content/a.mdx', '---\ntitle: A\nstatus: preview\n---\nIt is not.\n')).toEqual([]);
  });
});

describe('a source file', () => {
  const places = (source: string) => report('a.tsx', source).map((line) => line.split(' ')[0]);

  test('is read for its JSX, strings and templates', () => {
    const source = [
      "const a = 'It is not here.';",
      ['const b = `$', "{a} isn't, and is not.`;"].join(''),
      'const c = <p>It is not here.</p>;',
    ].join('\n');
    expect(places(source)).toEqual(['a.tsx:1:15', 'a.tsx:2:28', 'a.tsx:3:17']);
  });

  test('may say anything in comments, addresses, queries, classes, names and lists of words', () => {
    const source = [
      '// It is not here.',
      "import a from 'is not';",
      'const b = graphql(`query { is not }`);',
      "const c = 'SELECT 1 WHERE a is not null';",
      '<p className="is not" />;',
      "const d = { words: 'log out logout' };",
      "const e = 'log in login'.split(' ');",
      "const f = status === 'ANSWERED';",
    ].join('\n');
    expect(places(source)).toEqual([]);
  });
});

describe('a source file of a checked folder', () => {
  const found = (source: string) => report('lib/rules/a.test.ts', source);
  const places = (source: string) => found(source).map((line) => line.split(' ')[0]);

  test('is read for its comments, of each kind and across lines', () => {
    const source = [
      '// The job goes on',
      '// and is told so.',
      'const a = 1; // It cannot fail.',
      '/**',
      ' * Reads the rows.',
      ' * @param b what is not there',
      ' */',
      'function f(b: string /* an e-mail */) {}',
    ];
    expect(places(source.join('\n')).map((place) => place?.replace(/:\d+$/, ''))).toEqual([
      'lib/rules/a.test.ts:1',
      'lib/rules/a.test.ts:2',
      'lib/rules/a.test.ts:3',
      'lib/rules/a.test.ts:6',
      'lib/rules/a.test.ts:6',
      'lib/rules/a.test.ts:8',
    ]);
  });

  test('is read for the titles of its tests', () => {
    const source = [
      "test('a key is not found', () => {});",
      "describe.each([1])('what a key does with $name', () => {});",
      'it.skipIf(true)(`the job goes on`, () => {});',
      'test.each`a`("the API answers $a", () => {});',
      "run('is not');",
    ];
    expect(places(source.join('\n'))).toEqual([
      'lib/rules/a.test.ts:1:13',
      'lib/rules/a.test.ts:2:21',
      'lib/rules/a.test.ts:3:26',
      'lib/rules/a.test.ts:4:23',
    ]);
  });

  test('shows the place, the words, and what to write instead', () => {
    expect(found('// The job goes on.')).toEqual([
      'lib/rules/a.test.ts:1:12 "goes on". Better: continues, keeps running (a stranger reads it once).',
    ]);
    expect(found(`// ${Array.from({ length: 26 }, () => 'word').join(' ')}`)).toEqual([
      'lib/rules/a.test.ts:1:4 26 words. Split the sentence: 25 at most.',
    ]);
  });

  test("may say anything in code, in instructions to tools, and in strings that aren't titles", () => {
    const source = [
      '// biome-ignore lint: it is not.',
      '// Calls `is not` once.',
      "const a = 'https://a.example/is not';",
      'const b = `// The job goes on`;',
      'const c = /[/] is not [/][/] goes on/;',
    ];
    expect(found(source.join('\n'))).toEqual([]);
    expect(report('graphql/a.tsx', '<p>// The job goes on</p>;')).toEqual([]);
  });

  test('every folder of the tree is listed once', () => {
    const listed = (file: string) => checkedFolders.filter((folder) => file.startsWith(`${folder}/`)).length;
    expect(typescriptFiles().filter((file) => listed(file) !== 1)).toEqual([]);
  });
});
