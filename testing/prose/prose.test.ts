import { describe, expect, test } from 'vitest';
import { report } from './check-prose';
import { findingsIn } from './findings';
import { longestSentence, rules } from './rules';

const messages = (text: string) => findingsIn({ text, offset: 0 }).map(({ message }) => message);

describe('each rule of how the project writes', () => {
  test.each(rules)('finds "$bad"', ({ bad, better }) => {
    expect(messages(bad).join('\n')).toContain(`Better: ${better} (`);
  });

  test.each(rules)('passes "$good"', ({ good }) => {
    expect(messages(good)).toEqual([]);
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

  test('is not checked while it is in preview', () => {
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
