import { expect, test } from 'vitest';
import { expectLinear } from '@/testing/expect-linear';
import { fencedBlocks, withoutFence } from './fences';

test('blocks are separated from the words around them', () => {
  expect(fencedBlocks('Here:\n```ts\nlet a;\n```\nTests:\n~~~\ntest();\n~~~\nDone.')).toEqual({
    blocks: ['let a;\n', 'test();\n'],
    before: 'Here:',
    after: 'Tests:\nDone.',
  });
});

test('a longer fence holds shorter ones, and the last may lack its end', () => {
  expect(fencedBlocks('````md\n```\na\n```\n````\n```\nb').blocks).toEqual(['```\na\n```\n', 'b\n']);
});

test.each([
  ['a fence around everything goes', '```text\nGood news.\n```', 'Good news.'],
  ['Markdown keeps its own fences', '```markdown\n# A\n```js\nx\n```\nEnd.\n```', '# A\n```js\nx\n```\nEnd.'],
  ['a fence in the middle stays', 'A:\n```\nx\n```', 'A:\n```\nx\n```'],
  ['two blocks stay', '```\na\n```\n```\nb\n```', '```\na\n```\n```\nb\n```'],
])('%s', (_, reply, text) => {
  expect(withoutFence(reply)).toBe(text);
});

// Giving the marks back one by one took half a second for 16,000 of them.
test.each(['~', '`', '~~~ ', '\n~'])('many of %j with a mark behind them take linear time', async (unit) => {
  await expectLinear(100_000, (length) => `${unit.repeat(length / unit.length)}\``, fencedBlocks);
});
