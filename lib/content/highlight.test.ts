import { expect, test } from 'vitest';
import { highlight } from './highlight';

const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&#x3C;', '<')
    .replaceAll('&#x26;', '&');

test('highlighting keeps every character of the code, markup and blank lines included', async () => {
  const code = 'const html = "<b>&amp;</b>";\n\n  // two words\n';
  expect(textOf(await highlight(code, 'ts'))).toBe(code.trimEnd());
});

test('colors are classes, never inline styles', async () => {
  const html = await highlight('mutation A($input: In!) { run(input: $input) { id } }', 'graphql');
  expect(html).toContain('<span class="tk-k">mutation</span>');
  expect(html).not.toContain('style=');
});

test('a language nobody listed fails the build instead of standing there uncoloured', async () => {
  await expect(highlight('x', 'cobol')).rejects.toThrow("'cobol'");
});
