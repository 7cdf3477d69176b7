import { expect, test } from 'vitest';
import { runWorkflow } from '@/testing/fuzz/run-workflow';
import { workflowOf } from '@/testing/fuzz/workflow-rounds';
import { openTestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken } from '@/testing/test-world';

const SEED = 1;
const WORKFLOWS = 40;
/** Characters of a text; `npm run fuzz` has longer ones, and more time. */
const LONGEST = 20_000;
/** Bytes over the memory before. */
const MOST_MEMORY = 400e6;

test(
  'workflows made for cost cause no internal failure, no response of another shape, and no lasting memory',
  async () => {
    const server = await openTestServer();
    try {
      const { users } = await createTestWorld(server.context);
      const authorization = `Bearer ${await sessionToken(server.context, users.admin)}`;
      const before = process.memoryUsage().rss;
      const faults: string[] = [];
      for (let seed = SEED; seed < SEED + WORKFLOWS; seed += 1) {
        const post = (body: BodyInit, headers: Record<string, string>) =>
          server.post(body, { authorization, ...headers });
        const fault = await runWorkflow(post, workflowOf(seed, LONGEST), String(seed));
        if (fault) faults.push(`seed ${seed}: ${fault.slice(0, 2_000)}`);
      }
      expect(faults).toEqual([]);
      expect(process.memoryUsage().rss - before).toBeLessThan(MOST_MEMORY);
    } finally {
      await server.close();
    }
  },
  Infinity,
);
