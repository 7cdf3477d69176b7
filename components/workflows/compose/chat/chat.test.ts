import { expect, test } from 'vitest';
import {
  type Chat,
  carriedNote,
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
    name: 'Hi',
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

test.each([
  ['  The arm\n stops.\u0000\u202e ', 'The arm stops.'],
  ['😀'.repeat(61), `${'😀'.repeat(59)}…`],
  ['\u200b', 'Chat'],
])('the jobs of a chat that begins with %j are named %j', (text, name) => {
  expect(chatWorkflow(chatOf(text)).name).toBe(name);
  expect(chatWorkflow(chatOf('Later', [turn(text, 'Hello')])).name).toBe(name);
});

test('a workflow of a chat says what it has of it', () => {
  const turns = [turn('Hi', 'Hello'), turn('Lost', null), turn('Why?', 'So')];
  expect(carriedNote(chatOf('New', turns))).toBe(
    'From the chat: the 4 earlier messages and replies are in the option Messages of its step, and the message that you were writing is its input. Messages without a reply are left out.',
  );
  expect(carriedNote(chatOf('', turns.slice(0, 1)))).toBe(
    'From the chat: your last message is its input, which it replies to anew.',
  );
  expect(carriedNote(chatOf(' '))).toBe('From the chat: its model. It has no message yet: write the input.');
  expect(carriedNote({ ...chatOf(''), instructions: 'Be short.' })).toBe(
    'From the chat: its model and instructions. It has no message yet: write the input.',
  );
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
