import { expect, test } from 'vitest';
import { promptMessage } from './prompt-message';

test('text alone is a part, except in a system message', () => {
  expect(promptMessage({ role: 'system', content: 'Be brief.' })).toEqual({
    role: 'system',
    content: 'Be brief.',
  });
  for (const role of ['user', 'assistant'] as const)
    expect(promptMessage({ role, content: 'Hello.' })).toEqual({
      role,
      content: [{ type: 'text', text: 'Hello.' }],
    });
});

test('an image is a file next to the text', () => {
  const data = new Uint8Array([1, 2]);
  const text = { type: 'text', text: 'What is this?' } as const;
  const image = { type: 'image', mediaType: 'image/png', data } as const;
  expect(promptMessage({ role: 'user', content: [text, image] })).toEqual({
    role: 'user',
    content: [text, { type: 'file', mediaType: 'image/png', data: { type: 'data', data } }],
  });
});

test('a tool call and its result have the same id', () => {
  const call = { type: 'tool_call', id: 'call_1', name: 'look_up', input: { id: 7 } } as const;
  const result = { type: 'tool_result', id: 'call_1', name: 'look_up', output: 'Ada' } as const;
  expect(promptMessage({ role: 'assistant', content: [call] })).toEqual({
    role: 'assistant',
    content: [{ type: 'tool-call', toolCallId: 'call_1', toolName: 'look_up', input: { id: 7 } }],
  });
  expect(promptMessage({ role: 'tool', content: [result] })).toEqual({
    role: 'tool',
    content: [
      {
        ...{ type: 'tool-result', toolCallId: 'call_1', toolName: 'look_up' },
        output: { type: 'text', value: 'Ada' },
      },
    ],
  });
});
