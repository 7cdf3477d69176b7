import { describe, expect, test } from 'vitest';
import { postprocessed, takesOptions } from '@/testing/postprocessed';

const readme = async (
  fileText: string | null,
  text: string,
  options: object = { heading: 'Configuration' },
) => (await postprocessed('appendReadme', { fileText, text, options })).written ?? '';
const arm = '# Arm controller\n\nMoves the arm.\n';
const section = '## Configuration\n\nSet `PORT` to the serial line.\n';
const text = 'Set `PORT` to the serial line.';

test('a new section goes to the end, and running it twice adds nothing', async () => {
  const once = await readme(arm, text);
  expect(once).toBe(`${arm}\n${section}`);
  expect(await readme(once, text)).toBe(once);
});

test('without a file a new README begins, named by the step', async () => {
  const { written, file } = await postprocessed('appendReadme', { text: 'a' });
  expect(written).toBe('## facts\n\na\n');
  expect(file).toMatchObject({ name: 'README.md', type: 'text/markdown; charset=utf-8' });
});

test('a section is replaced up to the next heading of its level or above, wherever it is', async () => {
  const before = `${arm}\n## Configuration\n\nOld.\n\n### More\n\nOld.\n\n## License\n\nMIT\n`;
  const after = `${arm}\n${section}\n## License\n\nMIT\n`;
  expect(await readme(before, text)).toBe(after);
  expect(await readme(before, text, { heading: 'Configuration', position: 'start' })).toBe(after);
  expect(await readme(`${arm}\n## Configuration\n\nOld.\n\n# Other\n`, text)).toBe(
    `${arm}\n${section}\n# Other\n`,
  );
});

test('the level counts', async () => {
  const before = `${arm}\n### Configuration\n\nKept.\n`;
  expect(await readme(before, text)).toBe(`${before}\n${section}`);
  expect(await readme(arm, 'a', { heading: 'A', level: 3 })).toBe(`${arm}\n### A\n\na\n`);
});

test('the start is below the title and its introduction, so that these stay outside the section', async () => {
  const before = `${arm}\n## License\n\nMIT\n`;
  const once = await readme(before, text, { heading: 'Configuration', position: 'start' });
  expect(once).toBe(`${arm}\n${section}\n## License\n\nMIT\n`);
  expect(await readme(once, text, { heading: 'Configuration', position: 'start' })).toBe(once);
});

describe('headings', () => {
  test('in code, quotations, and comments are none', async () => {
    for (const block of [
      '```sh\n## Configuration\n```',
      '    ## Configuration',
      '> ## Configuration',
      '<!--\n## Configuration\n-->',
    ])
      expect(await readme(`${arm}\n${block}\n`, text)).toBe(`${arm}\n${block}\n\n${section}`);
  });

  test('underlined ones and those with marks count', async () => {
    for (const heading of ['Configuration\n-------------', '## **Configuration** ##', '  ## Configuration'])
      expect(await readme(`${arm}\n${heading}\n\nOld.\n`, text)).toBe(`${arm}\n${section}`);
    expect(await readme('Title\n=====\n\n## A\n', text, { heading: 'B', position: 'start' })).toBe(
      `Title\n=====\n\n## B\n\n${text}\n\n## A\n`,
    );
  });

  test('of the text move below the section, so that running it twice adds nothing', async () => {
    const once = await readme(arm, '# Port\n\na\n\nSpeed\n-----\n\nb');
    expect(once).toBe(`${arm}\n## Configuration\n\n### Port\n\na\n\n#### Speed\n\nb\n`);
    expect(await readme(once, '# Port\n\na\n\nSpeed\n-----\n\nb')).toBe(once);
  });

  test.each([
    'a_b',
    '_a_',
    '*a*',
    'C #',
    '#',
    '[a](b)',
    '<b>',
    '&amp;',
    '`a`',
    'a\\b',
    '1. a',
    '~~a~~',
    'https://example.com',
  ])('of plain text such as %j are found again', async (heading) => {
    const once = await readme(arm, text, { heading });
    expect(await readme(once, text, { heading })).toBe(once);
  });
});

test('front matter and line ends of the README stay', async () => {
  const before = '---\r\ntitle: a\r\n---\r\n# A\r\n\r\n## B\r\n';
  expect(await readme(before, 'x\ny', { heading: 'N', position: 'start' })).toBe(
    '---\r\ntitle: a\r\n---\r\n# A\r\n\r\n## N\r\n\r\nx\r\ny\r\n\r\n## B\r\n',
  );
});

test('a construct that is left open and would swallow other sections fails', async () => {
  await expect(
    readme('# A\n\n## B\n', '```js\ncode', { heading: 'N', position: 'start' }),
  ).rejects.toMatchObject({
    code: 'PROCESSOR_FAILED',
  });
  await expect(readme('# A\n\n```js\ncode', 'x')).rejects.toMatchObject({ code: 'PROCESSOR_FAILED' });
});

test('a file that is no text fails', async () => {
  await expect(readme('a\0b', 'x')).rejects.toMatchObject({
    code: 'PROCESSOR_FAILED',
    message: "appendReadme: the uploaded file isn't text.",
  });
});

test('a heading is one line', () => {
  for (const heading of ['', ' ', 'a\nb']) expect(takesOptions('appendReadme', { heading })).toBe(false);
});
