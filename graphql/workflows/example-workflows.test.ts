import { afterAll, beforeAll, expect, test } from 'vitest';
import { exampleWorkflows } from '@/lib/config/example-workflows';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken } from '@/testing/test-world';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await openTestServer();
  await server.context.workflows?.start();
  const world = await createTestWorld(server.context);
  token = await sessionToken(server.context, world.users.developer);
});
afterAll(() => server.close());

test.each(exampleWorkflows)('the example “$title” completes on the sandbox', async ({ workflow }) => {
  const { data, errors } = await server.call<{ orchestrate: object }>({
    token,
    query: `mutation ($input: StartWorkflowInput!) {
      orchestrate(input: $input) { name status steps { status } }
    }`,
    variables: { input: workflow },
  });
  expect(errors).toEqual([]);
  expect(data?.orchestrate).toMatchObject({
    name: workflow.name,
    status: 'COMPLETED',
    steps: workflow.steps.map(() => ({ status: 'COMPLETED' })),
  });
});
