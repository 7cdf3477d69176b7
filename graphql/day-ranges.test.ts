import { isNonNullType } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { schema } from '@/graphql/schema';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, keyOf, sessionToken, type TestWorld } from '@/testing/test-world';

let server: TestServer;
let world: TestWorld;
let token: string;
let apiKeyId: string;
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
  token = await sessionToken(server.context, world.users.admin);
  apiKeyId = (await keyOf(server.context, world.users.admin, ['read'])).apiKey.id;
});
afterAll(() => server.close());

const ranged = Object.values(schema.getQueryType()?.getFields() ?? {}).filter(({ args }) =>
  ['from', 'to'].every((name) => args.some((arg) => arg.name === name)),
);

test('there are queries that take a range of days', () => expect(ranged.length).toBeGreaterThan(5));

test.each(ranged.map((field) => [field.name, field] as const))(
  '%s refuses a range that runs backwards, in which it would find nothing',
  async (name, { args }) => {
    const known: Record<string, string> = {
      accountId: `"${world.acme.id}"`,
      userId: `"${world.users.admin.id}"`,
      apiKeyId: `"${apiKeyId}"`,
      by: 'TEMPLATE',
      timeframe: '"daily"',
      name: '"Report"',
    };
    const required = args
      .filter(({ type }) => isNonNullType(type))
      .map((arg) => `${arg.name}: ${known[arg.name]}, `);
    const { errors } = await server.call({
      token,
      query: `{ ${name}(${required.join('')}from: "2026-06-02", to: "2026-06-01") { __typename } }`,
    });
    expect(errors[0]?.extensions.fields).toEqual({ from: 'A range starts on or before the day it ends.' });
  },
);
