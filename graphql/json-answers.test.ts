import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '@/lib/testing/test-server';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const me = JSON.stringify({ query: '{ me { id } }' });

test.each([['text/html'], ['text/event-stream'], ['multipart/mixed'], ['application/json;q=0'], ['é']])(
  'a caller that accepts %s is answered in JSON all the same, once what it asked for is done',
  async (accept) => {
    const answer = await server.post(me, { accept });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await answer.json()).toEqual({ data: { me: null } });
  },
);

test("GraphQL's own media type is answered to who asks for it", async () => {
  const answer = await server.post(me, { accept: 'application/graphql-response+json' });
  expect(answer.headers.get('content-type')).toBe('application/graphql-response+json; charset=utf-8');
});
