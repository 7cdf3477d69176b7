import { expect, test } from 'vitest';
import {
  type Chat,
  chatProblem,
  chatWorkflow,
  currentWorkflow,
  emptyChat,
  outcomeOf,
  type Turn,
} from './chat';

const turn = (text: string, reply: string | null): Turn => ({
  jobId: `job_${text}`,
  text,
  model: 'sandbox/fast',
  outcome: { ...outcomeOf(null), status: reply === null ? 'FAILED' : 'COMPLETED', reply },
});
const chatOf = (text: string, turns: Turn[] = []): Chat => ({ ...emptyChat, text, turns });

test('a message is sent with the replies before it; a message without a reply is skipped', () => {
  const chat = chatOf('Why?', [turn('Hi', 'Hello'), turn('Lost', null), turn('Go on', 'Yes')]);
  expect(chatWorkflow({ ...chat, model: ' sandbox/quality ' })).toEqual({
    name: 'Chat',
    input: 'Why?',
    steps: [
      {
        id: 'reply',
        task: 'chat',
        model: 'sandbox/quality',
        options: {
          messages: [
            { role: 'user', content: 'Hi' },
            { role: 'assistant', content: 'Hello' },
            { role: 'user', content: 'Go on' },
            { role: 'assistant', content: 'Yes' },
          ],
        },
      },
    ],
  });
});

test('the workflow of a chat is that of the message being written, or of the last one', () => {
  const turns = [turn('Hi', 'Hello'), turn('Why?', 'So')];
  expect(currentWorkflow(chatOf('New', turns))).toEqual(chatWorkflow(chatOf('New', turns)));
  expect(currentWorkflow(chatOf(' ', turns))).toEqual(chatWorkflow(chatOf('Why?', turns.slice(0, 1))));
});

test('a chat that is too long says what to do before it is sent', () => {
  const long = [turn('a'.repeat(50_000), 'b'.repeat(48_000))];
  expect(chatProblem(chatOf('c'.repeat(1_000), long))).toBeNull();
  expect(chatProblem(chatOf('c'.repeat(3_000), long))).toBe(
    'The chat would have 101,096 characters with this message. At most 100,000 can be sent. Start a new chat.',
  );
  expect(chatProblem(chatOf('c'.repeat(120_000)))).toMatch(/Shorten the message, or start a new chat\.$/);
  const many = Array.from({ length: 4 }, () => turn('a'.repeat(90_000), null));
  expect(chatProblem(chatOf('a', many))).toBe(
    'The chat has more than this tab can keep. Shorten the message, or start a new chat.',
  );
});
