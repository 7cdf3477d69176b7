import { setMaxListeners } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { limits } from '@/lib/config/limits';
import type { StepsToPlan } from '@/lib/engine/planning/plan-steps';
import type { Caller } from '@/lib/engine/text-worker';
import { type OpenTextWorker, openTextWorker } from './open-text-worker';

// Calls that wait for a process. No process has started yet when a test sends them, so all of them wait.

const mebibyte = 1024 * 1024;
/** So many of a mebibyte and some bytes fit. */
const most = limits.unchecked.size / mebibyte - 1;

let expressions: OpenTextWorker;
let leaving: AbortController;
beforeEach(() => {
  expressions = openTextWorker();
  leaving = new AbortController();
  setMaxListeners(0, leaving.signal);
});
afterEach(() => expressions.close());

const workflow = (input: string): StepsToPlan => ({
  mode: 'DEPENDENCY',
  models: { unknown: [], suggestions: {}, providers: ['sandbox'] },
  steps: [{ id: 'a', task: 'generation', input, condition: 'true' }],
});
const kinds = {
  workflow: (caller: Caller) => expressions.plan(workflow('a'.repeat(mebibyte)), caller),
  file: (caller: Caller) => expressions.decodeUpload(new Uint8Array(mebibyte), caller),
};
const callerOf = (accountId: string): Caller => ({ accountId, signal: leaving.signal });
/** Sends one more than fit. */
const overfill = (send: (caller: Caller) => Promise<unknown>) => {
  const waiting = Array.from({ length: most }, () => send(callerOf('acc_1')));
  return { waiting: Promise.allSettled(waiting), refused: send(callerOf('acc_1')) };
};

test.each(Object.entries(kinds))(
  "an account's waiting calls are bounded by their size, and another account waits for none of them: each a %s",
  async (_kind, send) => {
    const { waiting, refused } = overfill(send);
    await expect(refused).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      message: expect.stringMatching(/^Too many workflows and files to check\. Try again in \d seconds\.$/),
      details: { retryAfter: expect.any(Number) },
    });
    await expect(send({ ...callerOf('acc_2'), signal: AbortSignal.timeout(60_000) })).resolves.toBeDefined();
    leaving.abort();
    await waiting;
  },
);

test.each(Object.entries(kinds))(
  'a caller that leaves while it waits leaves nothing behind: a %s',
  async (_kind, send) => {
    const { waiting, refused } = overfill(send);
    await expect(refused).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    leaving.abort(new Error('The client has left.'));
    const reasons = (await waiting).map((result) => result.status === 'rejected' && result.reason);
    expect(new Set(reasons)).toEqual(new Set([leaving.signal.reason]));
    leaving = new AbortController();
    await expect(send(callerOf('acc_1'))).resolves.toBeDefined();
  },
);

test("an account's waiting calls are bounded by their number", async () => {
  const send = () => expressions.plan(workflow('{{ input }}'), callerOf('acc_1'));
  const waiting = Promise.allSettled(Array.from({ length: limits.unchecked.count }, send));
  await expect(send()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  leaving.abort();
  await waiting;
});
