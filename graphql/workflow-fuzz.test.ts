import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { runWorkflow } from '@/testing/fuzz/run-workflow';
import { workflowOf } from '@/testing/fuzz/workflow-rounds';
import { openTestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken } from '@/testing/test-world';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const SEED = 1;
const WORKFLOWS = 40;
/** The first of them load modules and fill caches for the others. */
const WARM_UP = 20;
/** Characters of a text; `npm run fuzz` has longer ones, and more time. */
const LONGEST = 20_000;
/** Bytes: half of what the others send. */
const MOST_KEPT = 2e6;

/** Bytes in use once everything that can be collected is gone. */
async function memoryInUse(): Promise<number> {
  // A weak reference is read as long as it may be within the turn that made it.
  for (let turn = 0; turn < 5; turn += 1) {
    await new Promise(setImmediate);
    collectGarbage();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test(
  'workflows made for cost cause no internal failure, no response of another shape, and no lasting memory',
  async () => {
    const server = await openTestServer();
    try {
      const { users } = await createTestWorld(server.context);
      const authorization = `Bearer ${await sessionToken(server.context, users.admin)}`;
      const post = (body: BodyInit, headers: Record<string, string>) =>
        server.post(body, { authorization, ...headers });
      const faults: string[] = [];
      let before = 0;
      for (let index = 0; index < WORKFLOWS; index += 1) {
        if (index === WARM_UP) before = await memoryInUse();
        const seed = SEED + index;
        const fault = await runWorkflow(post, workflowOf(seed, LONGEST), String(seed));
        if (fault) faults.push(`seed ${seed}: ${fault.slice(0, 2_000)}`);
      }
      expect(faults).toEqual([]);
      expect((await memoryInUse()) - before).toBeLessThan(MOST_KEPT);
    } finally {
      await server.close();
    }
  },
  Infinity,
);
