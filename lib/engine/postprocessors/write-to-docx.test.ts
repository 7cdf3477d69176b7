import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { strFromU8, unzipSync } from 'fflate';
import mammoth from 'mammoth';
import { describe, expect, test } from 'vitest';
import { takesOptions, writtenBy } from '@/testing/postprocessed';

const fileOf = (text: string, options: object = {}) => writtenBy('writeToDocx', text, options);

/** The XML of each part, by its name. */
async function partsOf(text: string, options: object = {}): Promise<Record<string, string>> {
  const { bytes } = await fileOf(text, options);
  return Object.fromEntries(Object.entries(unzipSync(bytes)).map(([name, part]) => [name, strFromU8(part)]));
}

const documentOf = async (text: string, options: object = {}) =>
  (await partsOf(text, options))['word/document.xml'] ?? '';

/** The document as another program reads it, with the names of its styles. */
async function readBack(text: string, options: object = {}): Promise<string> {
  const { bytes } = await fileOf(text, options);
  const styleMap = [
    'p:unordered-list(1) => ul > li:fresh',
    'p:ordered-list(1) => ol > li:fresh',
    'p:unordered-list(2) => ul|ol > li > ul > li:fresh',
    "p[style-name='Title'] => p.title:fresh",
    "p[style-name='List Paragraph'] => p.list:fresh",
    "p[style-name='Quote'] => blockquote:fresh",
    "p[style-name='HTML Preformatted'] => pre:fresh",
    "r[style-name='HTML Code'] => code",
  ];
  const { value, messages } = await mammoth.convertToHtml({ buffer: Buffer.from(bytes) }, { styleMap });
  expect(messages).toEqual([]);
  return value;
}

test('the document is the one of the reference', async () => {
  const text = '## Orders\n\n- 14 arms, **all** delivered';
  const options = { file_name: 'week-47.docx', title: 'Week 47' };
  expect(await readBack(text, options)).toBe(
    '<p class="title">Week 47</p><h2>Orders</h2><ul><li>14 arms, <strong>all</strong> delivered</li></ul>',
  );
  expect(await fileOf(text, options)).toMatchObject({
    name: 'week-47.docx',
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  });
});

test('the title is in the properties too, and without one there is none', async () => {
  expect((await partsOf('Text', { title: 'A & <B>' }))['docProps/core.xml']).toContain(
    '<dc:title>A &amp; &lt;B&gt;</dc:title>',
  );
  const parts = await partsOf('Text');
  expect(parts['docProps/core.xml']).not.toContain('title');
  expect(parts['word/document.xml']).not.toContain('Title');
  expect(await readBack('', { title: 'Week 47' })).toBe('<p class="title">Week 47</p>');
  expect(await readBack('')).toBe('');
});

test.each([
  [{}, '<w:pgSz w:w="11906" w:h="16838"/>'],
  [{ page_size: 'letter' }, '<w:pgSz w:w="12240" w:h="15840"/>'],
])('the paper of %j is %s', async (options, size) => {
  expect(await documentOf('Text', options)).toContain(size);
});

test('another paper is refused', () => {
  expect(takesOptions('writeToDocx', { page_size: 'a5' })).toBe(false);
});

test.each([
  [
    '# 1\n## 2\n### 3\n#### 4\n##### 5\n###### 6',
    '<h1>1</h1><h2>2</h2><h3>3</h3><h4>4</h4><h5>5</h5><h6>6</h6>',
  ],
  ['*a **b*** ~~c~~ `d`', '<p><em>a </em><strong><em>b</em></strong> <s>c</s> <code>d</code></p>'],
  ['1. a\n2. b\n   - c\n3. d', '<ol><li>a</li><li>b<ul><li>c</li></ul></li><li>d</li></ol>'],
  ['- [x] a\n- [ ] b', '<p class="list">☑\ta</p><p class="list">☐\tb</p>'],
  ['> a\n>\n> b', '<blockquote>a</blockquote><blockquote>b</blockquote>'],
  [
    '[a](https://b.org/c) d@e.org',
    '<p><a href="https://b.org/c">a</a> <a href="mailto:d@e.org">d@e.org</a></p>',
  ],
  ['[a]\n\n[a]: https://b.org/', '<p><a href="https://b.org/">a</a></p>'],
  ['[a](javascript:x) [b](/c) [d](data:x)', '<p>a b d</p>'],
  ['a  \nb\nc', '<p>a<br />b c</p>'],
  ['a ![b](https://c.org/d.png) <b onclick=x>e</b>\n\n<p>f</p>\n\n![g](h)', '<p>a  e</p><p>f</p>'],
  [
    'a[^1]\n\n[^1]: b',
    '<p>a<sup><a href="#footnote-1" id="footnote-ref-1">[1]</a></sup></p><ol><li id="footnote-1"><p> b <a href="#footnote-ref-1">↑</a></p></li></ol>',
  ],
])('%j is read back as %s', async (text, html) => {
  expect(await readBack(text)).toBe(html);
});

test('code keeps its lines, tabs and spaces', async () => {
  expect(await documentOf('```\nif (a < b)\n\t  x\n```')).toContain(
    '<w:t xml:space="preserve">if (a &lt; b)</w:t></w:r><w:r><w:br/></w:r><w:r><w:rPr><w:rStyle w:val="HTMLCode"/></w:rPr><w:tab/><w:t xml:space="preserve">  x</w:t>',
  );
});

test('a table has a header that repeats, its alignment, and rows without cells', async () => {
  const table = '| a | b |\n|---|--:|\n| 1<br>2 | **3** |\n| 4 |';
  const html = await readBack(table);
  expect(html.replaceAll(/<\/?p>/g, '')).toBe(
    '<table><thead><tr><th><strong>a</strong></th><th><strong>b</strong></th></tr></thead>' +
      '<tbody><tr><td>1<br />2</td><td><strong>3</strong></td></tr><tr><td>4</td></tr></tbody></table>',
  );
  const document = await documentOf(table);
  expect(document.match(/<w:jc w:val="right"\/>/g)).toHaveLength(2);
  expect(document).toContain('<w:gridAfter w:val="1"/>');
});

test('each numbered list begins with its own number', async () => {
  const { 'word/numbering.xml': numbering = '' } = await partsOf('1. a\n\ntext\n\n7. b\n   1. c');
  const starts = [...numbering.matchAll(/<w:lvlOverride w:ilvl="(\d)"><w:startOverride w:val="(\d)"\/>/g)];
  expect(starts.map(([, level, start]) => [level, start])).toEqual([
    ['0', '1'],
    ['0', '7'],
    ['1', '1'],
  ]);
});

test('lists deeper than nine levels stay on the ninth', async () => {
  const text = Array.from({ length: 20 }, (_, level) => `${'  '.repeat(level)}- ${level}`).join('\n');
  const levels = [...(await documentOf(text)).matchAll(/<w:ilvl w:val="(\d+)"\/>/g)].map(([, level]) =>
    Number(level),
  );
  expect(levels).toEqual(Array.from({ length: 20 }, (_, level) => Math.min(level, 8)));
});

test('a thematic break is a line', async () => {
  expect(await documentOf('a\n\n---\n\nb')).toContain('<w:pBdr><w:bottom w:val="single"');
});

describe('a paragraph whose first strong character is right-to-left is bidi', () => {
  test.each([
    ['שלום world', true],
    ['1. – «مرحبا»', true],
    ['**مرحبا**', true],
    ['# שלום', true],
    ['> 2026: שלום', true],
    ['| שלום |\n|---|', true],
    ['Hello שלום', false],
    ['你好', false],
    ['😀', false],
    ['123', false],
  ])('%j: %s', async (text, isBidi) => {
    expect((await documentOf(text)).includes('<w:bidi/>')).toBe(isBidi);
  });

  test('only its words from right to left are marked', async () => {
    const document = await documentOf('שלום 12 עולם world ABC');
    expect([...document.matchAll(/<w:r>(.*?)<\/w:r>/g)].map(([, run]) => run)).toEqual([
      '<w:rPr><w:rtl/></w:rPr><w:t xml:space="preserve">שלום 12 עולם</w:t>',
      '<w:t xml:space="preserve"> world ABC</w:t>',
    ]);
  });
});

test('every script is kept, and only characters that XML lacks are removed', async () => {
  const text = 'مرحبا 你好 👩‍👩‍👧 𝒳 é';
  expect(await readBack(`${text} a\u0001b\u001Fc\uFFFFd\uD800e`)).toBe(`<p>${text} abcd\uFFFDe</p>`);
});

test('each part is XML, and each file has the type and the relationships that it needs', async () => {
  const parts = await partsOf(
    '# a\n\n1. b [c](https://d.org/?e=f&g="h"\'i%zz)\n\n> - [ ] j[^1]\n\n| k |\n|---|\n\n[^1]: l <https://m.org>',
    { title: 'T' },
  );
  for (const xml of Object.values(parts)) expect(XMLValidator.validate(xml)).toBe(true);
  const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' });
  const types = parser.parse(parts['[Content_Types].xml'] ?? '').Types.Override as { PartName: string }[];
  expect(types.map(({ PartName }) => PartName.slice(1)).sort()).toEqual(
    Object.keys(parts)
      .filter((name) => !/rels$|^\[/.test(name))
      .sort(),
  );
  for (const part of ['document', 'footnotes']) {
    const used = [...(parts[`word/${part}.xml`] ?? '').matchAll(/ r:id="([^"]+)"/g)].map(([, id]) => id);
    expect(used).toHaveLength(1);
    expect(parts[`word/_rels/${part}.xml.rels`]).toContain(`Id="${used[0]}"`);
  }
  const styles = [...(parts['word/styles.xml'] ?? '').matchAll(/w:styleId="(\w+)"/g)].map(([, id]) => id);
  const named = Object.values(parts).flatMap((xml) => [
    ...xml.matchAll(/<w:(?:p|r|tbl)Style w:val="(\w+)"/g),
  ]);
  expect(named.map(([, id]) => id).filter((id) => !styles.includes(id ?? ''))).toEqual([]);
});

test.each([
  [
    'a table of 500 columns',
    `${'|a'.repeat(500)}|\n${'|-'.repeat(500)}|`,
    'a table of Word has at most 63 columns.',
  ],
  ['quotes', '>'.repeat(5_000), 'lists, quotes, and emphasis nest at most 100 levels deep.'],
])('%s are a problem', async (_what, text, message) => {
  await expect(fileOf(text)).rejects.toMatchObject({
    code: 'PROCESSOR_FAILED',
    message: `writeToDocx: ${message}`,
  });
});

test.each([
  [
    '200 pages',
    `## Part\n\n${'The *arm* moves to [the left](https://a.org). '.repeat(60)}\n\n1. a\n\n`.repeat(200),
  ],
  ['1 MB without a space', 'x'.repeat(1_000_000)],
  [
    'a table of 63 columns',
    `${'|a'.repeat(63)}|\n${'|-'.repeat(63)}|\n${`${'|b'.repeat(63)}|\n`.repeat(100)}`,
  ],
])('%s are written, with the same bytes each time', async (_what, text) => {
  const [first, second] = [await fileOf(text), await fileOf(text)];
  expect(Buffer.from(first.bytes).equals(Buffer.from(second.bytes))).toBe(true);
  const document = strFromU8(unzipSync(first.bytes)['word/document.xml'] ?? new Uint8Array());
  expect(document.length).toBeGreaterThan(text.length);
});
