import { expect, test } from 'vitest';
import { mostShown, readTextBeginning } from './file-preview';

/** A server's response to a request for the first bytes of this text. */
function partOf(text: string): Response {
  const bytes = new TextEncoder().encode(text);
  const headers = { 'content-range': `bytes 0-${mostShown - 1}/${bytes.length}` };
  return new Response(bytes.slice(0, mostShown), { status: 206, headers });
}

test('a text cut inside a character ends with the one before', async () => {
  for (const character of ['é', '語', '🦾'])
    for (let left = 1; left <= 4; left++) {
      const before = 'a'.repeat(mostShown - left);
      const whole = left >= new TextEncoder().encode(character).length ? character : '';
      const { text, isCut } = await readTextBeginning(partOf(`${before}${character}${'b'.repeat(10)}`));
      expect(isCut).toBe(true);
      expect(text.slice(0, before.length + whole.length)).toBe(before + whole);
      expect(text).not.toContain('\uFFFD');
    }
});

test('a whole text shows a character that it leaves incomplete itself', async () => {
  const whole = new Response(new Uint8Array([0x61, 0xe8, 0xaa]));
  expect(await readTextBeginning(whole)).toEqual({ text: 'a\uFFFD', isCut: false });
});
