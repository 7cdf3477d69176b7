import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { postprocess } from './run-postprocessor';

const context = { stepId: 'summary', task: 'summarization', originalText: '', fileText: null, record: null };

async function write(text: string, options: Record<string, unknown> = {}) {
  const entry = {
    name: 'writeToPdf',
    options: { page_size: 'a4', margin_mm: 20, ...options },
  };
  const { file } = await postprocess({ entry, context, output: null, text });
  return file ?? expect.unreachable();
}

async function read(bytes: Uint8Array) {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const { text } = await extractText(document, { mergePages: true });
  const { info } = (await document.getMetadata()) as unknown as { info: Record<string, unknown> };
  const pages = await Promise.all(
    Array.from({ length: document.numPages }, async (_, index) => {
      const page = await document.getPage(index + 1);
      const [, , width = 0, height = 0] = page.view;
      const { items } = await page.getTextContent();
      const annotations = (await page.getAnnotations()) as { url?: string }[];
      const right = Math.max(
        ...items.flatMap((item) => ('transform' in item ? [item.transform[4] + item.width] : [])),
      );
      const links = annotations.flatMap(({ url }) => url ?? []);
      return { width, height, right, links };
    }),
  );
  return { text: text.replaceAll('\u200b', ''), info, pages };
}

const textOf = async (text: string) => (await read((await write(text)).bytes)).text;

test('the text of the page is on letter paper, with the title in the properties', async () => {
  const file = await write('## Orders\n\n- 14 arms, **all** delivered', {
    title: 'Week 47',
    page_size: 'letter',
  });
  expect(file).toMatchObject({ name: 'summary.pdf', type: 'application/pdf' });
  const { text, info, pages } = await read(file.bytes);
  expect(text.replace(/\s+/g, ' ')).toContain('Week 47 Orders • 14 arms, all delivered');
  expect(info.Title).toBe('Week 47');
  expect(info.CreationDate).toBeUndefined();
  expect(pages).toMatchObject([{ width: 612, height: 792 }]);
});

test('the same text gives the same bytes', async () => {
  const text = '# A\n\n| a | b |\n|---|---|\n| 中文 | مرحبا |\n';
  expect(Buffer.from((await write(text)).bytes).equals(Buffer.from((await write(text)).bytes))).toBe(true);
});

test.each([
  ['the syntax of the layout', '#import "x" and $x$ at @ref = y', '#import "x" and $x$ at @ref = y'],
  ['code that looks like it', '`#read("/etc/passwd")` and `<label>`', '#read("/etc/passwd") and <label>'],
  ['images and HTML', 'a ![b](https://c.example/d.png) <i>e</i> <!-- f --> g', 'a e g'],
  ['control characters', 'a\u0007\u0000b\u001bc', 'abc'],
  ['an open and a done task', '- [ ] a\n- [x] b', '☐ a ☑ b'],
  ['numbers from a start', '4. a\n5. b', '4. a 5. b'],
  ['a break in a cell', '| a |\n|---|\n| b<br>c |', 'a b c'],
  ['a note', 'a[^1]\n\n[^1]: b', 'a[1] [1] b'],
  ['Hebrew, Devanagari, Chinese and Korean', 'नमक 中文\n文字 한국어', 'नमक 中文文字 한국어'],
  ['emoji', 'done ✅ 🚀', 'done ✅ 🚀'],
])('%s', async (_, markdown, expected) => {
  expect((await textOf(markdown)).replace(/\s+/g, ' ').trim()).toBe(`${expected} 1 / 1`);
});

test('an empty text is one page', async () => {
  expect((await read((await write('')).bytes)).pages).toHaveLength(1);
});

test('Arabic and Hebrew are set from the right, and read as they were written', async () => {
  for (const text of ['مرحبا بالعالم', 'שלום עולם']) {
    const { text: found, pages } = await read((await write(text)).bytes);
    // Readers of PDF differ in the order of words.
    for (const word of text.split(' ')) expect(found).toContain(word);
    expect(pages[0]?.right).toBeGreaterThan(530);
  }
});

test('only links to the web and to email lead anywhere', async () => {
  const text =
    '[a](https://a.example/) [b](http://b.example/) [c](mailto:c@c.example) [d](javascript:alert) [e](file:///e) [f](/f) [g][h]\n\n[h]: https://h.example/';
  const { pages } = await read((await write(text)).bytes);
  expect(pages.flatMap(({ links }) => links)).toEqual([
    ...['https://a.example/', 'http://b.example/', 'mailto:c@c.example', 'https://h.example/'],
  ]);
});

describe('nothing leaves the page', () => {
  const row = (cell: string, columns: number) => `|${`${cell}|`.repeat(columns)}\n`;
  test.each([
    ['a word', 'aW'.repeat(2_000)],
    ['a line of code', `\`\`\`\n${'x中'.repeat(1_000)}\n\`\`\``],
    ['a table of long words', row('a'.repeat(200), 6) + row('-', 6) + row('WM'.repeat(100), 6)],
    ['a table of 500 columns', row('column', 500) + row('-', 500) + row('cell', 500)],
    ['nested lists', Array.from({ length: 30 }, (_, level) => `${'  '.repeat(level)}- item`).join('\n')],
    ['nested quotes', `${'>'.repeat(90)} ${'a'.repeat(300)}`],
  ])('%s', async (_, text) => {
    for (const margin_mm of [5, 50]) {
      const { pages } = await read((await write(text, { margin_mm })).bytes);
      for (const { right, width } of pages) expect(right).toBeLessThan(width - (margin_mm * 72) / 25.4 + 1);
    }
  });
});

test.each([
  ['a ใ b', 'writeToPdf: the fonts lack the character U+0E43 (ใ).'],
  ['a'.repeat(1_000_001), 'writeToPdf: a PDF is made of at most 1,000,000 characters; write a DOCX or TXT.'],
  [
    `\`\`\`\n${'a\n'.repeat(25_000)}\`\`\``,
    'writeToPdf: a PDF has at most 25,000 paragraphs, list items, cells, lines of code and changes of style.',
  ],
  ['>'.repeat(1_000), 'writeToPdf: lists, quotes, and emphasis nest at most 100 levels deep.'],
])('a text that no PDF is made of', async (text, message) => {
  await expect(write(text)).rejects.toMatchObject({ code: 'PROCESSOR_FAILED', message });
});

test('a title with a character that the fonts lack is refused too', async () => {
  await expect(write('a', { title: 'ใ' })).rejects.toThrow('U+0E43');
});
