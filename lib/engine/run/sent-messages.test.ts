import { expect, test } from 'vitest';
import { workflowLimits } from '@/lib/config/limits';
import type { StepInput } from '@/lib/engine/workflow';
import { fails, limits, says } from '@/testing/engine/behaviors';
import { EngineWorld } from '@/testing/engine/engine-world';
import { plannedWorkflow } from '@/testing/engine/planned-workflow';
import type { Script } from '@/testing/engine/scripted-provider';
import { earlierMessages, SentMessages } from './sent-messages';

const { prompt } = workflowLimits;
const user = (content: string) => ({ role: 'user' as const, content });
const fine = says('Fine.');

/** Runs a workflow of one step. @returns the messages that it stored, and those of its calls */
async function runOne(
  values: Partial<StepInput>,
  script: Script,
  workflow: Parameters<typeof plannedWorkflow>[1] = {},
) {
  const world = new EngineWorld(script);
  const planned = plannedWorkflow([{ id: 'only', task: 'generation', ...values }], workflow);
  const { prompts } = await world.run(planned);
  return { prompts, sent: world.provider.calls.map(({ request }) => request.messages) };
}

test('the messages that a model receives are stored with its attempt', async () => {
  const { prompts, sent } = await runOne({ instructions: 'Be brief.' }, { fast: [fine] });
  expect(prompts).toEqual([
    {
      ...{ position: 0, number: 1, isCut: false },
      messages: sent[0]?.map((message) => ({
        ...message,
        ending: null,
        bytes: Buffer.byteLength(String(message.content)),
      })),
    },
  ]);
});

test('retries and fallbacks send the same messages, which are stored once', async () => {
  const retried = await runOne(
    { model: 'sandbox/fast', fallbacks: ['sandbox/quality'] },
    {
      ...{ fast: [fails({ status: 500 }), fails({ status: 500 }), fails({ status: 500 })] },
      ...{ quality: [fine] },
    },
  );
  expect(retried.sent).toHaveLength(4);
  expect(retried.prompts.map(({ number }) => number)).toEqual([1]);
});

test('a correction adds the reply and the request for another one, with the attempt that sent them', async () => {
  const labels = { task: 'classification', options: { labels: ['billing', 'defect'] } };
  const { prompts, sent } = await runOne(
    { ...labels, model: 'sandbox/fast' },
    { fast: [says('No idea.'), says('{"label":"defect","confidence":0.9,"reason":"It stops."}')] },
  );
  expect(prompts.map(({ number, messages }) => [number, messages.map(({ role }) => role)])).toEqual([
    [1, ['system', 'user']],
    [2, ['assistant', 'user']],
  ]);
  expect(prompts.flatMap(({ messages }) => messages.map(({ content }) => content))).toEqual(
    sent[1]?.map(({ content }) => content),
  );
});

test('each piece of a long text is stored once, and what all pieces share is too', async () => {
  const text = 'The arm stops here again. '.repeat(30_000);
  const { prompts, sent } = await runOne(
    { task: 'summarization', model: 'sandbox/fast' },
    { fast: Array.from({ length: 20 }, () => fine) },
    { input: text },
  );
  expect(sent.length).toBeGreaterThan(1);
  expect(prompts[0]?.messages.map(({ role }) => role)).toEqual(['system', 'user']);
  expect(prompts.flatMap(({ messages }) => messages).filter(({ role }) => role === 'system')).toHaveLength(1);
});

test('a message that is too long is kept by its beginning and its end, with its size', () => {
  const text = `${'ä'.repeat(100_000)}end`;
  expect(new SentMessages().add([user(text)])).toEqual({
    isCut: false,
    messages: [
      {
        role: 'user',
        content: 'ä'.repeat(prompt.beginning),
        ending: `${'ä'.repeat(prompt.ending - 3)}end`,
        bytes: 200_003,
      },
    ],
  });
});

test('a step keeps so many characters and messages, says once that there were more, and then nothing', () => {
  const long = new SentMessages();
  expect(long.add([user('a'.repeat(40_000))])?.messages).toHaveLength(1);
  const left = prompt.length - 40_000;
  const second = long.add([user('a'.repeat(40_000)), user('b'.repeat(40_000))]);
  expect(second?.isCut).toBe(false);
  expect(second?.messages.map(({ content, ending }) => content.length + (ending?.length ?? 0))).toEqual([
    left,
  ]);
  expect(long.add([user('c')])).toEqual({ messages: [], isCut: true });
  expect(long.add([user('d')])).toBeNull();
  const many = new SentMessages();
  const all = Array.from({ length: prompt.messages + 1 }, (_, index) => user(`${index}`));
  const kept = many.add(all);
  expect(kept?.isCut).toBe(true);
  expect(kept?.messages).toHaveLength(prompt.messages);
});

test('a cut leaves no half of a character', () => {
  const [kept] = new SentMessages().add([user(`a${'😀'.repeat(100_000)}`)])?.messages ?? [];
  expect(kept?.content.isWellFormed()).toBe(true);
  expect(kept?.ending?.isWellFormed()).toBe(true);
});

test('a step that was parked records no message again', async () => {
  const world = new EngineWorld({ fast: [limits(60_000), fine] });
  const planned = plannedWorkflow([{ id: 'only', task: 'generation', model: 'sandbox/fast' }]);
  const { prompts } = await world.run(planned);
  expect(prompts.map(({ number }) => number)).toEqual([1]);
  expect(world.provider.calls).toHaveLength(2);
});

test("the bounds are a step's, over all runs of its job, and a later run keeps nothing twice", () => {
  const long = user('é😀x'.repeat(30_000));
  const first = new SentMessages();
  const kept = [first.add([user('Task.'), long]), first.add([user('Next.')])].filter((sent) => sent !== null);
  const second = new SentMessages(earlierMessages(kept));
  expect(second.add([user('Task.'), long, user('Next.')])).toBeNull();
  // Of the same length, with another end.
  const other = user(`${long.content.slice(0, -1)}y`);
  const further = second.add([user('Task.'), other]);
  expect(further?.messages).toHaveLength(1);
  const charactersOf = (sent: typeof kept) => earlierMessages(sent).characters;
  const all = further ? [...kept, further] : kept;
  expect(charactersOf(all)).toBeLessThanOrEqual(prompt.length);
  const third = new SentMessages(earlierMessages(all));
  expect(third.add([user('More.')])).toEqual({ messages: [], isCut: true });
  expect(
    new SentMessages(earlierMessages([...all, { messages: [], isCut: true }])).add([user('!')]),
  ).toBeNull();
});

test('a step that has kept as many messages as it may keeps none in a later run', () => {
  const many = new SentMessages().add(
    Array.from({ length: prompt.messages }, (_, index) => user(`${index}`)),
  );
  const later = new SentMessages(many ? earlierMessages([many]) : undefined);
  expect(later.add([user('0'), user('One more.')])).toEqual({ messages: [], isCut: true });
});
