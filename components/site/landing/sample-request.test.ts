import { expect, test } from 'vitest';
import { openTestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken } from '@/testing/test-world';
import { sampleMutation, sampleVariables } from './sample-request';

test('the sample runs to its end as it is printed, with a file', async () => {
  const server = await openTestServer();
  try {
    const { users } = await createTestWorld(server.context);
    const token = await sessionToken(server.context, users.developer);
    const form = new FormData();
    form.set('operations', JSON.stringify({ query: sampleMutation, variables: sampleVariables }));
    form.set('map', JSON.stringify({ 0: ['variables.file'] }));
    form.set('0', new Blob(['The arm stops. It shows E-41. We restarted it twice.']), 'report.txt');
    const encoded = new Response(form);
    const response = await server.post(await encoded.arrayBuffer(), {
      'content-type': encoded.headers.get('content-type') ?? '',
      'graphql-require-preflight': '1',
      authorization: `Bearer ${token}`,
    });
    const { data, errors } = await response.json();
    expect(errors).toBeUndefined();
    const { jobId } = data.queueAsyncWorkflow;
    await expect
      .poll(async () => (await server.context.db.read.job.findUniqueOrThrow({ where: { id: jobId } })).status)
      .toBe('COMPLETED');
  } finally {
    await server.close();
  }
});
