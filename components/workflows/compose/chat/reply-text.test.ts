import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { readReply } from './read-reply';
import { ReplyBlocks } from './reply-text';

const read = (text: string) => readReply(text, new AbortController().signal);

/** Without its classes. */
async function htmlOf(text: string): Promise<string> {
  const blocks = await read(text);
  return renderToStaticMarkup(createElement(ReplyBlocks, { blocks: blocks ?? [] })).replace(
    / class="[^"]*"/g,
    '',
  );
}

test('Markdown has its looks: headings, lists, code, quotes, tables, and emphasis', async () => {
  const html = await htmlOf(
    [
      '# Arm\n\nIt **stops** at `-10 °C`,\nand *hums* ~~loudly~~ &amp; long.',
      '3. Stop it.\n4. Call.\n\n- [x] Oil\n\n> Quoted\n\n```ts\nconst a = "<b>";\n```',
      '| Part | Count |\n|---|---:|\n| Arm | 2 |',
    ].join('\n\n'),
  );
  for (const part of [
    '<h4>Arm</h4>',
    '<p>It <strong>stops</strong> at <code>-10 °C</code>,<br/>and <em>hums</em> <del>loudly</del> &amp; long.</p>',
    '<ol start="3"><li>',
    '<span aria-label="Done" role="img">☑</span>',
    '<blockquote><p>Quoted</p></blockquote>',
    '<span>ts</span><span><button type="button">Copy<span> ts code</span></button>',
    '<pre><code>const a = &quot;&lt;b&gt;&quot;;</code></pre>',
    '<th scope="col">Count</th>',
    '<td>2</td>',
  ])
    expect(html).toContain(part);
});

test.each([
  ['an element', '<img src=x onerror=alert(1)>'],
  ['a block of HTML', '<script>alert(1)</script>\n\n<style>*{}</style>'],
  ['an address that runs', '[a](javascript:alert(1)) [b](JaVaScRiPt&#58;alert(1)) <javascript:alert(1)>'],
  ['an address of data', '[a](data:text/html,<b>) ![b](data:image/svg+xml,x)'],
  ['an address inside the site', '[a](/dashboard) [b](//x) ![c](/api/files/1)'],
])('%s is text, and nothing of it runs or loads', async (_what, text) => {
  expect(await htmlOf(text)).not.toMatch(/<(?!\/?(?:div|p|br)\b)/);
});

test('links open elsewhere, without a trace of the page, and an image is one', async () => {
  expect(await htmlOf('[a *b*](https://acme.test/?a=1&amp;b=2) ![Arm](https://acme.test/arm.png)')).toBe(
    [
      '<div><p><a href="https://acme.test/?a=1&amp;b=2" rel="noopener noreferrer nofollow" target="_blank" title="https://acme.test/?a=1&amp;b=2">a <em>b</em></a>',
      ' <a href="https://acme.test/arm.png" rel="noopener noreferrer nofollow" target="_blank" title="https://acme.test/arm.png">Arm</a></p></div>',
    ].join(''),
  );
});

test('a link around an image, in emphasis too, is one link with the words of the image', async () => {
  const html = await htmlOf(
    '[**![Arm](https://acme.test/arm.png)** ![](https://acme.test/b.png)](https://acme.test/)',
  );
  expect(html.match(/<a /g)).toHaveLength(1);
  expect(html).toContain('title="https://acme.test/"><strong>Arm</strong> Image</a>');
});

test('a reply of many parts has them all, and links to a definition in a later one', async () => {
  const parts = Array.from({ length: 4_000 }, (_, index) => `Paragraph ${index} of the [report].`);
  const code = `\`\`\`\n${'line\n\n'.repeat(8_000)}\`\`\``;
  const blocks = (await read([...parts, code, '[report]: https://acme.test/'].join('\n\n'))) ?? [];
  const count = (type: string) => blocks.filter((block) => block.type === type).length;
  expect([count('paragraph'), count('code')]).toEqual([4_000, 1]);
  expect(blocks[0]).toMatchObject({ tokens: [{}, { type: 'link' }, {}] });
});

test('a long table stays whole', async () => {
  const table = `| a |\n|---|\n${'| b |\n'.repeat(5_000)}`;
  expect((await read(table))?.map(({ type }) => type)).toEqual(['table']);
});

test.each([
  ['brackets', '['.repeat(100_000)],
  ['an address that never ends', `${'a.'.repeat(50_000)}@`],
  ['quotes in quotes', `${'>'.repeat(20_000)} a`],
  ['lists in lists', `${'- '.repeat(20_000)}a`],
  [
    'lists that are deeper with each line',
    Array.from({ length: 400 }, (_, i) => `${' '.repeat(i)}- a`).join('\n'),
  ],
  ['items of a list', '- a\n'.repeat(60_000)],
  ['indented lines of an item', `- a\n${'  b\n'.repeat(20_000)}`],
  ['marks that end nothing', '_a*'.repeat(1_600)],
  ['emphasis in emphasis', '*a **b '.repeat(10_000)],
  ['marks of code', Array.from({ length: 300 }, (_, index) => `${'`'.repeat(index + 1)}a`).join('')],
])('%s keep the page from other work for short times only', async (_what, text) => {
  let longest = 0;
  let since = performance.now();
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - since);
    since = performance.now();
  });
  const blocks = await read(text);
  longest = Math.max(longest, performance.now() - since);
  clearInterval(timer);
  expect(longest).toBeLessThan(1_000);
  expect(blocks?.map(({ raw }) => raw).join('').length).toBeGreaterThan(text.length * 0.9);
});

test('a reply that is too long stays as it was written', async () => {
  expect(await read('a'.repeat(400_001))).toBeNull();
});
