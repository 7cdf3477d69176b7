import { afterAll, beforeAll, expect, test } from 'vitest';
import { operatorViewer } from '@/lib/server/auth/viewer';
import { orchestrate } from '@/lib/server/workflows/start-workflow';
import { expectStoredBytes } from '@/testing/engine/stored-bytes';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld } from '@/testing/test-world';
import { stepKey } from './step-key';
import { insertPrompts, readMessages, readPromptSizes } from './step-prompts';

let server: TestServer;
let jobId: string;
beforeAll(async () => {
  server = await openTestServer();
  await server.context.workflows?.start();
  const { users } = await createTestWorld(server.context);
  const viewer = operatorViewer(users.developer);
  const input = { input: 'The arm stops.', steps: [{ id: 'a', task: 'generation' }] };
  jobId = (await orchestrate(server.context, viewer, input, {})).id;
});
afterAll(() => server.close());

const message = (content: string) => ({
  role: 'user' as const,
  content,
  ending: null,
  bytes: content.length,
});
const key = () => stepKey(jobId, 0);

test('the messages of a step count toward the storage of its account', async () => {
  const stored = await server.context.db.prisma.stepPrompt.count({ where: { jobId } });
  expect(stored).toBe(1);
  await expectStoredBytes(server.context.db.sql);
});

test('messages that a later run sends again are stored and shown once, in the order of their attempts', async () => {
  const { db } = server.context;
  await db.write((tx) => tx.stepPrompt.deleteMany({ where: { jobId } }));
  const large = message('x'.repeat(40_000));
  const of = (number: number, messages: ReturnType<typeof message>[], isCut = false) => ({
    ...{ jobId, position: 0, number, isCut, messages },
  });
  await db.write(async (tx) => {
    await insertPrompts(tx, [of(1, [message('task'), message('one')]), of(2, [large])]);
    await insertPrompts(tx, [of(3, [message('task'), message('one')])]);
    await insertPrompts(tx, [of(4, [message('task'), message('two')], true)]);
  });
  const messages = (await readMessages(db.sql, [key()])).get(key());
  expect(messages?.map(({ number, content }) => [number, content.slice(0, 4)])).toEqual([
    [1, 'task'],
    [1, 'one'],
    [2, 'xxxx'],
    [4, 'two'],
  ]);
  expect(await db.prisma.stepPrompt.count({ where: { jobId } })).toBe(3);
  const size = (await readPromptSizes(db.sql, [jobId])).get(key());
  expect(size?.isCut).toBe(true);
  expect(size?.bytes).toBeGreaterThan(40_000);
});
