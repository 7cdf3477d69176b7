import { inspect } from 'node:util';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { models } from '@/lib/config/models';
import type { StepInput } from '@/lib/engine/workflow';
import { logger } from '@/lib/server/logging/logger';
import { Prisma } from '@/prisma/generated/prisma/client';
import { JobSystem } from '@/testing/engine/job-system';

// The end of a job whose provider or model was removed, with a restart of the server, while it waited or ran.

const logged = vi.spyOn(logger, 'error');
let system: JobSystem;
beforeEach(async () => {
  logged.mockClear();
  system = await JobSystem.open(['plan_basic']);
});
afterEach(() => system.close());

const sandbox = models.filter(({ id }) => id === 'sandbox/fast' || id === 'sandbox/quality');
const openai = sandbox.map((model) => ({ ...model, id: model.id.replace('sandbox/', 'openai/') }));

/** Runs a job until its first call, and then without OpenAI, and with no sandbox model but `fast`. */
async function finishWithout(step: Partial<StepInput>, end: 'stop' | 'crash') {
  await system.start({ more: ['openai'], models: [...sandbox, ...openai] });
  await system.enqueue(0, { steps: [{ id: 'a', task: 'generation', ...step }] });
  await system.settle();
  expect(system.callsUnderWay(0)).toBe(1);
  if (end === 'stop') await system.stop();
  else system.crash('dead');
  await system.start({ models: sandbox.slice(0, 1) });
  await system.finish();
  expect(logged.mock.calls.filter(([line]) => !/process is dead/.test(inspect(line)))).toEqual([]);
  const [row] = await system.rows<{
    status: string;
    code: string | null;
    model: string | null;
    message: string | null;
  }>(Prisma.sql`SELECT "status", "errorCode" AS "code", "model", "errorMessage" AS "message" FROM "JobStep"`);
  return row;
}

test.each(['stop', 'crash'] as const)(
  'a step whose pinned provider was removed fails as not configured, after a %s',
  async (end) => {
    expect(await finishWithout({ model: 'openai/fast' }, end)).toMatchObject({
      status: 'FAILED',
      code: 'PROVIDER_NOT_CONFIGURED',
      message: "openai/fast: The provider openai isn't set up on this server anymore.",
    });
  },
);

test('a step whose pinned model was removed from the catalog fails as unknown', async () => {
  expect(await finishWithout({ model: 'sandbox/quality' }, 'stop')).toMatchObject({
    status: 'FAILED',
    code: 'MODEL_UNKNOWN',
  });
});

test.each([
  ['its fallback', { model: 'openai/fast', fallbacks: ['sandbox/fast'] }, 'sandbox/fast'],
  ['the next model of the ranking', {}, 'sandbox/fast'],
])('a step whose model was removed continues with %s', async (_what, step, model) => {
  expect(await finishWithout(step, 'stop')).toMatchObject({ status: 'COMPLETED', model });
});
