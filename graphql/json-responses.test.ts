import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '@/lib/config/limits';
import { errorDocs } from '@/lib/config/workflow-errors';
import { recordAudit } from '@/lib/server/audit/record-audit';
import { requestNotes } from '@/lib/server/runtime/runtime';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken } from '@/testing/test-world';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const me = JSON.stringify({ query: '{ me { id } }' });

test.each([['text/html'], ['text/event-stream'], ['multipart/mixed'], ['application/json;q=0'], ['é']])(
  'a caller that accepts %s still gets JSON, once its operation is done',
  async (accept) => {
    const response = await server.post(me, { accept });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await response.json()).toEqual({ data: { me: null } });
  },
);

test("a client that accepts GraphQL's own media type gets it", async () => {
  const response = await server.post(me, { accept: 'application/graphql-response+json' });
  expect(response.headers.get('content-type')).toBe('application/graphql-response+json; charset=utf-8');
});

test('a response of more than 5 MiB is refused with what to do, and the server in front knows what it keeps', async () => {
  const { context } = server;
  const { acme, users } = await createTestWorld(context);
  const token = await sessionToken(context, users.admin);
  await context.db.write(async (tx) => {
    for (let index = 0; index < 400; index += 1)
      await recordAudit(tx, context, {
        action: 'account.update',
        actor: null,
        accountId: acme.id,
        entityId: acme.id,
        details: { text: 'x'.repeat(16_000) },
      });
  });
  const held: number[] = [];
  const read = (limit: number) =>
    requestNotes.run({ fields: [], hold: (bytes) => held.push(bytes) }, () =>
      server.call({ query: `{ getAllAuditLogs(limit: ${limit}) { metadata } }`, token }),
    );
  const { data, errors } = await read(200);
  expect(errors).toEqual([]);
  expect(data?.getAllAuditLogs).toHaveLength(200);
  expect(held.at(-1)).toBe(Buffer.byteLength(JSON.stringify({ data })));
  expect((await read(400)).errors).toEqual([
    {
      message: 'The response would have more than 5 MiB. Ask for fewer rows with `limit`.',
      extensions: { code: 'RESPONSE_TOO_LARGE', docs: errorDocs('RESPONSE_TOO_LARGE') },
    },
  ]);
});

test('the server in front knows of a body before it is read, whether or not its size is announced', async () => {
  const held: number[] = [];
  const notes = { fields: [], hold: (bytes: number) => held.push(bytes) };
  const padded = me + ' '.repeat(200_000);
  await requestNotes.run(notes, () => server.post(padded, { 'content-length': String(padded.length) }));
  expect(held).toContain(padded.length);
  held.length = 0;
  const whole = new Blob([padded]).stream();
  await requestNotes.run(notes, () => server.post(whole));
  expect(held).toContain(padded.length);
});

test('a document with many long faults is refused in few short words, and held like any response', async () => {
  const held: number[] = [];
  const variables = Array.from({ length: 99 }, (_, index) => `$v${index}: Int`).join(' ');
  const query = `query ${'O'.repeat(30_000)}(${variables}) { me { id } }`;
  const response = await requestNotes.run({ fields: [], hold: (bytes) => held.push(bytes) }, () =>
    server.post(JSON.stringify({ query })),
  );
  const text = await response.text();
  expect(text.length).toBeLessThan(50_000);
  expect(JSON.parse(text).errors).toHaveLength(limits.graphql.errors);
  expect(held.at(-1)).toBe(Buffer.byteLength(text));
});
