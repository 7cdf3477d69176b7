import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { postprocessed, writtenBy } from '@/testing/postprocessed';
import { PostprocessorProblem } from './define-postprocessor';

const row = (cell: string, columns: number) => `|${`${cell}|`.repeat(columns)}\n`;
/** Blocks of each kind, as a model writes them. */
const report = `## Orders

The quick **brown** fox, see [this](https://example.com/a) and \`that\`. ${'It jumps over the lazy dog. '.repeat(12)}

- 14 arms, *all* delivered
  - nested

${row('a', 2)}${row('---', 2)}${row('1', 2)}
\`\`\`js
const a = 1;
\`\`\`

`;

const texts = {
  '10,000 quotations': `${'>'.repeat(10_000)} a`,
  '10,000 lists': `${'- '.repeat(10_000)}a`,
  'lists of 90 levels': Array.from({ length: 45 }, (_, level) => `${'  '.repeat(level)}- a`).join('\n'),
  'a table of 5,000 columns': row('a', 5_000) + row('-', 5_000) + row('b', 5_000),
  'a table of 10,000 rows': row('a', 2) + row('-', 2) + row('b', 2).repeat(10_000),
  'a link of 1 MB': `[a](https://a.example/${'x'.repeat(999_900)})`,
  'a bare link of 1 MB': `https://a.example/${'x'.repeat(999_900)}`,
  '1 MB without a space': 'x'.repeat(1_000_000),
  '1 MB of code in one line': `\`\`\`\n${'x'.repeat(999_900)}\n\`\`\``,
  '1 MB of stars': '*'.repeat(1_000_000),
  brackets: '['.repeat(20_000),
  tags: '<a'.repeat(100_000),
  'elements in elements': '<div>'.repeat(50_000),
  references: '&#x'.repeat(100_000),
  'half characters and NUL': '\uD800\0\uDC00\uFFFF'.repeat(100),
};
const writers = ['writeToDocx', 'writeToPdf', 'writeToHtml', 'writeToMarkdown'];

describe.each(Object.entries(texts))('%s', (_name, text) => {
  test.each(writers)('%s ends with a file or a problem', { timeout: 60_000 }, async (name) => {
    const result = await writtenBy(name, text).catch((error: unknown) => error);
    if (result instanceof Error) expect(result).toBeInstanceOf(PostprocessorProblem);
  });
});

test('a link that is too long for readers of PDF is its text', async () => {
  const links = (length: number) => `[a](https://a.example/${'x'.repeat(length)})`;
  for (const [length, isLink] of [
    [1_900, true],
    [2_100, false],
    [9_000, false],
  ] as const) {
    const { written } = await postprocessed('writeToPdf', { text: links(length) });
    expect(written?.includes('/S /URI') ?? false, `${length}`).toBe(isLink);
  }
});

const readsPdf = spawnSync('pdfinfo', ['-v']).error === undefined;
test.skipIf(!readsPdf)(
  'poppler reads 200 pages of all blocks (skipped without pdfinfo on the path)',
  { timeout: 60_000 },
  async () => {
    const { file } = await postprocessed('writeToPdf', { text: report.repeat(800) });
    const folder = mkdtempSync(path.join(tmpdir(), 'pages-'));
    try {
      const place = path.join(folder, 'pages.pdf');
      writeFileSync(place, file?.bytes ?? '');
      const { stdout } = spawnSync('pdfinfo', [place], { encoding: 'utf8' });
      expect(Number(/^Pages:\s+(\d+)$/m.exec(stdout)?.[1])).toBeGreaterThanOrEqual(200);
      const last = spawnSync('pdftotext', ['-f', '200', '-l', '200', place, '-'], { encoding: 'utf8' });
      expect(last.stdout).toContain('14 arms, all delivered');
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
