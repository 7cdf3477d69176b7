import { type DefaultTreeAdapterMap, parse, parseFragment } from 'parse5';
import { describe, expect, test } from 'vitest';
import { takesOptions, writtenBy } from '@/testing/postprocessed';

type Node = DefaultTreeAdapterMap['node'];

const fileOf = (text: string, options: object = {}) => writtenBy('writeToHtml', text, options);
const htmlOf = async (text: string, options: object = {}) =>
  Buffer.from((await fileOf(text, options)).bytes).toString();
const fragmentOf = async (text: string) => (await htmlOf(text, { fragment: true })).trimEnd();

/** All elements below a node, with their attributes. */
function elementsOf(node: Node): { tag: string; attributes: Record<string, string> }[] {
  const below = 'childNodes' in node ? node.childNodes.flatMap(elementsOf) : [];
  if (!('tagName' in node)) return below;
  const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]));
  return [{ tag: node.tagName, attributes }, ...below];
}

const example = 'All **14** arms were delivered.<script>alert(1)</script>';

test('the document is the one of the reference', async () => {
  const { name, type, bytes } = await fileOf(example, { title: 'Week 47', language: 'en-GB' });
  expect([name, type]).toEqual(['summary.html', 'text/html; charset=utf-8']);
  expect(Buffer.from(bytes).toString()).toBe(`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<title>Week 47</title>
</head>
<body>
<p>All <strong>14</strong> arms were delivered.</p>
</body>
</html>
`);
});

test('the title is that of the step, in the head alone, and can hold no markup', async () => {
  expect(await htmlOf('Text')).toContain('<title>summary</title>');
  const html = await htmlOf('Text', { title: '</title><script>1</script> A & B' });
  expect(elementsOf(parse(html)).map(({ tag }) => tag)).toEqual([
    ...['html', 'head', 'meta', 'title', 'body', 'p'],
  ]);
  expect(html).toContain('A &amp; B</title>');
});

test('a fragment has only what belongs in the body, whatever the title and language', async () => {
  expect(await htmlOf(example, { fragment: true, title: 'Week 47', language: 'de' })).toBe(
    '<p>All <strong>14</strong> arms were delivered.</p>\n',
  );
  expect(await htmlOf('', { fragment: true })).toBe('');
});

test('an empty text is an empty document', async () => {
  expect(await htmlOf('')).toContain('<body>\n</body>');
});

test.each([
  ['en', true],
  ['pt-BR', true],
  ['zh-Hant-TW', true],
  ['en_GB', false],
  ['', false],
  ['en" onload="x', false],
])('the language %j is taken: %s', (language, isTaken) => {
  expect(takesOptions('writeToHtml', { language })).toBe(isTaken);
});

test.each([
  ['# One\n\nTwo', '<h1>One</h1>\n<p>Two</p>'],
  ['- [x] a\n- [ ] b', '<ul>\n<li>☑ a</li>\n<li>☐ b</li>\n</ul>'],
  ['~~a~~ `b < c`', '<p><del>a</del> <code>b &#x3C; c</code></p>'],
  ['```js\nx\n```', '<pre><code class="language-js">x\n</code></pre>'],
  ['<b>bold</b> H<sub>2</sub>O', '<p><b>bold</b> H<sub>2</sub>O</p>'],
  ['<p>open', '<p>open</p>'],
  ['مرحبا 你好 👩‍👩‍👧', '<p>مرحبا 你好 👩‍👩‍👧</p>'],
  ['a ![alt](https://x.org/y.png) b', '<p>a  b</p>'],
])('%j is written as %j', async (text, html) => {
  expect(await fragmentOf(text)).toBe(html);
});

test('notes lead to each other, without a heading', async () => {
  const html = await fragmentOf('Text[^1].\n\n[^1]: Note.');
  const elements = elementsOf(parseFragment(html));
  const ids = elements.flatMap(({ attributes }) => attributes.id ?? []);
  const targets = elements.flatMap(({ attributes }) => attributes.href ?? []);
  expect(targets.map((target) => target.slice(1)).sort()).toEqual(ids.sort());
  expect(ids).toHaveLength(2);
  expect(elements.map(({ tag }) => tag)).not.toContain('h2');
});

test.each(['https://a.org/b?c#d', 'http://a.org', 'mailto:a@b.org'])(
  'a link to %s stays',
  async (address) => {
    expect(await fragmentOf(`[x](${address})`)).toBe(`<p><a href="${address}">x</a></p>`);
  },
);

test.each([
  'javascript:alert(1)',
  'JAVASCRIPT:alert(1)',
  'java&#10;script:alert(1)',
  '&#1;javascript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  '//evil.org/x',
  '/a',
  'x.html',
  '#top',
])('a link to %s becomes its text, in Markdown and HTML', async (address) => {
  expect(await fragmentOf(`[x](<${address}>)`)).toBe('<p>x</p>');
  expect(await fragmentOf(`<a href="${address}">x</a>`)).toBe('<p>x</p>');
});

/** All that a document may have. */
const harmless = /^(?:href|id|title|dir|lang|align|start|colspan|rowspan|class)$/;
const dangerous =
  /^(?:script|style|link|meta|base|iframe|frame|object|embed|form|input|button|select|textarea|img|svg|math|video|audio|source|template|noscript|title)$/;

describe('nothing hostile is left', () => {
  test.each([
    '<script>alert(1)</script>',
    '<script src=https://evil.org/x.js></script>',
    '<scr<script>ipt>alert(1)</script>',
    '<SCRIPT\n>alert(1)</SCRIPT >',
    '<img src=x onerror=alert(1)>',
    '<b onclick="alert(1)" style="background:url(https://evil.org)">b</b>',
    '<p/onmouseover=alert(1)>p',
    '<iframe src="https://evil.org"></iframe>',
    '<iframe srcdoc="<script>alert(1)</script>">',
    '<form action="https://evil.org"><input name=a><button>Go</button><textarea>t</textarea></form>',
    '<style>@import "https://evil.org"</style>',
    '<link rel=stylesheet href=https://evil.org><base href=https://evil.org>',
    '<meta http-equiv=refresh content="0;url=https://evil.org">',
    '<svg><script>alert(1)</script><a xlink:href="javascript:alert(1)">x</a></svg>',
    '<svg><style><img src=x onerror=alert(1)></style></svg>',
    '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<template><script>alert(1)</script></template>',
    '<object data=x></object><embed src=x><video src=x><audio src=x>',
    '<a id=forms name=body href="javascript:x">x</a>',
    '<table background="https://evil.org"><td background=x>x',
    '</body></html><script>alert(1)</script>',
    '<!--><script>alert(1)</script>-->',
    '<title><script>alert(1)</script>',
    '<plaintext><script>alert(1)</script>',
    '`<script>alert(1)</script>`',
    '[x](https://a.org"onmouseover="alert(1))',
    '[x]: https://a.org "\'><script>alert(1)</script>"\n\n[x]',
    '```"><script>\nalert(1)\n```',
    '\u0000<scr\u0000ipt>alert(1)</scr\u0000ipt>',
  ])('%j', async (text) => {
    for (const around of [text, `Before ${text} after`, `- ${text}`]) {
      const elements = elementsOf(parseFragment(await fragmentOf(around)));
      expect(elements.filter(({ tag }) => dangerous.test(tag))).toEqual([]);
      const attributes = elements.flatMap(({ attributes }) => Object.keys(attributes));
      expect(attributes.filter((name) => !harmless.test(name))).toEqual([]);
      const links = elements.flatMap(({ attributes }) => attributes.href ?? []);
      expect(links.filter((link) => !/^(?:https?|mailto):/.test(link))).toEqual([]);
    }
  });
});

test.each([
  ['elements', '<div>'.repeat(100_000)],
  ['marks that reopen', '<b><i>'.repeat(50_000)],
  ['marks that cross', '<a><div></a>'.repeat(20_000)],
  ['quotes', '>'.repeat(5_000)],
  ['references to a long address', `${'[a] '.repeat(20_000)}\n\n[a]: https://a.org/${'y'.repeat(50_000)}`],
  [
    'rows without the cells of 500 columns',
    `${'|a'.repeat(500)}|\n${'|-'.repeat(500)}|\n${'|a\n'.repeat(20_000)}`,
  ],
])('too many %s are a problem', async (_what, text) => {
  await expect(htmlOf(text)).rejects.toMatchObject({
    name: 'PostprocessorProblem',
    code: 'PROCESSOR_FAILED',
    message: expect.stringMatching(/^writeToHtml: .*(levels deep|10 MiB|of memory|seconds)\.$/),
  });
});

test.each([
  ['200 pages', `${'The arm moves to the left and stops. '.repeat(80)}\n\n`.repeat(200)],
  ['a table of 500 columns', `${'|a'.repeat(500)}|\n${'|-'.repeat(500)}|\n${'|b'.repeat(500)}|`],
  ['1 MB without a space', 'x'.repeat(1_000_000)],
])('%s are written, with the same bytes each time', async (_what, text) => {
  const [first, second] = [await fileOf(text), await fileOf(text)];
  expect(first.bytes.length).toBeGreaterThan(text.length / 2);
  expect(Buffer.from(first.bytes).equals(Buffer.from(second.bytes))).toBe(true);
});
