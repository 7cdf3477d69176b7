import { toString as textOf } from 'mdast-util-to-string';
import { expect, test } from 'vitest';
import { withHtmlAsText } from './html-as-text';
import { readMarkdown } from './read-markdown';

const linesOf = async (markdown: string) =>
  (await withHtmlAsText(await readMarkdown(markdown))).children.map((node) => textOf(node));

test.each([
  ['the text of a block', '<div>block <b>html</b></div>', ['block html']],
  ['each block in a line of its own', '<div><p>one</p><p>two<br>three</p></div>', ['one', 'two', 'three']],
  [
    'the cells of a row in one line',
    '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>',
    ['a b', 'c'],
  ],
  ['the text between tags of a line', 'H<sub>2</sub>O and <span title="x">more</span>', ['H2O and more']],
  [
    'no script and no style, in blocks',
    '<script>alert(1)</script>\n\n<style>p { color: red }</style>\n\nend',
    ['end'],
  ],
  ['no script in a line', 'a <script>alert(1)</script> b', ['a  b']],
  ['no comment', '<!-- not this -->\n\nend', ['end']],
  ['the text of a list item', '- <p>item</p>\n- two', ['itemtwo']],
])('%s is in a document', async (_name, markdown, lines) => {
  expect(await linesOf(markdown)).toEqual(lines);
});
