import { expect, test } from 'vitest';
import { readMarkdown } from './read-markdown';

const first = async (text: string) => (await readMarkdown(text)).children[0];

test('a text becomes the tree of its blocks and emphasis', async () => {
  const { children } = await readMarkdown(
    '# A *b*\n\n1. one\n2. two\n   - [x] done\n\n> quote\n\n```js\na <b>\n```\n\n---\n\n| a | b |\n|:-:|---|\n| 1 | `2` |\n',
  );
  expect(children.map(({ type }) => type)).toEqual([
    'heading',
    'list',
    'blockquote',
    'code',
    'thematicBreak',
    'table',
  ]);
  expect(children[1]).toMatchObject({
    ordered: true,
    start: 1,
    children: [{}, { children: [{}, { ordered: false, children: [{ checked: true }] }] }],
  });
  expect(children[3]).toMatchObject({ lang: 'js', value: 'a <b>' });
  expect(children[5]).toMatchObject({ align: ['center', null] });
});

test('escapes and character references are the characters that they stand for, except in code', async () => {
  expect(await first('\\*a\\* &amp; &copy; &#65; &#x1F600; &#0; &nonsense; `&amp;`')).toEqual({
    type: 'paragraph',
    children: [
      { type: 'text', value: '*a* & © A 😀 \ufffd &nonsense; ' },
      { type: 'inlineCode', value: '&amp;' },
    ],
  });
});

test('raw HTML and images are nodes of their own, so that writers can leave them out', async () => {
  expect(await first('<b>a</b> ![i](x.png)')).toMatchObject({
    children: [{ type: 'html' }, { type: 'text' }, { type: 'html' }, { type: 'text' }, { type: 'image' }],
  });
});

test('a footnote is a block of its own, also right below a paragraph', async () => {
  const { children } = await readMarkdown('a[^1]\nb\n[^1]: note\n\nc\n\n[^2]: more');
  expect(children.map(({ type }) => type)).toEqual([
    'paragraph',
    'footnoteDefinition',
    'paragraph',
    'footnoteDefinition',
  ]);
});

test('a text that nests too deeply is refused', async () => {
  await expect(readMarkdown(`${'>'.repeat(10_000)} a`)).rejects.toThrow('at most 100 levels deep');
  await expect(readMarkdown(`${'> '.repeat(60)}a`)).resolves.toMatchObject({ type: 'root' });
});
