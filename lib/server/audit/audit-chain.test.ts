import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditEvent, Prisma } from '@/prisma/generated/prisma/client';
import { accountWithTrail, addToTrail, daily } from '@/testing/audit-trail';
import { openTestServer, TEST_NOW, type TestServer } from '@/testing/test-server';
import { genesisOf, linkHash, linkOldEvents } from './audit-chain';
import { recordAudit } from './record-audit';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

test('the hash of a link is what its documentation says, so that anybody can compute it', () => {
  const text = `switchyard-audit-v1:acc_1\n{"accountId":"acc_1","action":"user.enable","createdAt":1781524800000,"entityId":"usr_2","id":"aud_1","metadata":{"a":[1,null,"ü"],"entity_id":"usr_2"},"userId":null}`;
  const event = {
    id: 'aud_1',
    accountId: 'acc_1',
    userId: null,
    action: 'user.enable',
    entityId: 'usr_2',
    metadata: { entity_id: 'usr_2', a: [1, null, 'ü'] },
    createdAt: TEST_NOW,
  };
  expect(linkHash(genesisOf('acc_1'), event)).toBe(createHash('sha256').update(text, 'utf8').digest('hex'));
});

test.each([
  [{}, 'd96f5fd5b1d62763ad58b71f0e79a7a9e94f802a06f257c03f992224a379b1f9'],
  [
    { entity_id: 'usr_2', changes: { role: { from: null, to: 'ADMIN' } } },
    '38d677cddbc85969d322a7ce505c9b8430447b68906bd885278bb43e62dc51bc',
  ],
  [
    { b: undefined, a: [undefined, null, 1], c: { d: undefined } },
    'caf7dcd573ec0943f1812ed55e63fbdee7e7c59d258b6df528b64a2cf2b61632',
  ],
  [
    JSON.parse('{"__proto__":{"a":1},"constructor":null,"toJSON":1}'),
    '0f676626a251f79cd94c4e423aebc9a35e2c1a4f256a0f687f86ff084141249b',
  ],
  [
    { 10: 1, 9: 2, n: 1e21, m: 1e-7, z: -0, f: 0.1, big: 123456789012345680000, deep: [[[[-0]]]] },
    'b93e3d8d28a3f8a87d1d7de62f7b613e3fd3506ae63e76212bc7ca22fab326c8',
  ],
  [
    {
      '\ud800': 'lone',
      ü: 1,
      'u\u0308': 2,
      '🚂': 3,
      '\uffff': 4,
      A: 5,
      a: 6,
      '\u2028': '\u0000\u001f"\\/\u007f',
    },
    'b1a3034f5c77280b9f67931bb068199bfad0d5932454c2410f7dbed291d8b0dd',
  ],
])('existing chains still verify: the hash over %j stays the same', (metadata, hash) => {
  const event = { id: 'aud_1', accountId: 'acc_1', userId: null, action: 'user.enable', entityId: 'usr_2' };
  expect(linkHash(genesisOf('acc_1'), { ...event, metadata, createdAt: TEST_NOW })).toBe(hash);
});

test("canonical JSON doesn't depend on the order of keys, and parses to the same value", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalize(value) ?? '';
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(canonicalize(JSON.parse(text))).toBe(text);
      expect(canonicalize(reversed(value))).toBe(text);
    }),
    { seed: 7 },
  );
});

/** The same value with every object's keys the other way round. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  );
}

test('whatever metadata holds, a link fits the event as the database gives it back', async () => {
  const accountId = await accountWithTrail(server.context, 'acc_any');
  const values = fc.sample(fc.dictionary(fc.string(), fc.jsonValue()), { numRuns: 60, seed: 7 });
  const hostile = [
    JSON.parse('{"__proto__":{"a":1},"constructor":null}'),
    { 10: 1, 9: 2, n: 1e21, m: 1e-7, z: -0 },
  ];
  const text = { lone: '\ud800', nul: '\u0000', line: '\u2028', emoji: '🚂' };
  await server.context.db.write(async (tx) => {
    for (const to of [...hostile, text, ...values])
      await recordAudit(tx, server.context, {
        action: 'account.update',
        actor: null,
        accountId,
        entityId: accountId,
        changes: { settings: { from: null, to: to as Prisma.InputJsonValue } },
      });
  });
  const rows = await server.context.db.prisma.$queryRaw<(AuditEvent & { hash: string; metadata: string })[]>`
    SELECT "hash", "id", "AuditEvent"."accountId", "userId", "action", "entityId", "createdAt",
      CAST("metadata" AS TEXT) AS "metadata"
    FROM "AuditLink" JOIN "AuditEvent" ON "id" = "eventId" WHERE "AuditLink"."accountId" = ${accountId}
    ORDER BY "sequence"`;
  let previous = genesisOf(accountId);
  for (const { hash, createdAt, metadata, ...rest } of rows) {
    const event = { ...rest, createdAt: createdAt.getTime(), metadata: JSON.parse(metadata) };
    const text = `${previous}\n${canonicalize(event)}`;
    expect(createHash('sha256').update(text).digest('hex')).toBe(hash);
    previous = hash;
  }
  expect(rows).toHaveLength(63);
});

describe('events from before the chain', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer();
  });
  afterAll(() => server.close());

  /** Events as versions before the chain wrote them. */
  async function oldEvents(accountId: string, moments: readonly Date[]) {
    const data = moments.map((createdAt, index) => ({
      id: `aud_${accountId}_${index}`,
      accountId,
      action: 'account.update',
      entityId: accountId,
      metadata: { index },
      createdAt,
    }));
    await server.context.db.write((tx) => tx.auditEvent.createMany({ data }));
  }
  const linksOf = async (accountId: string) =>
    server.context.db.prisma.auditLink.findMany({ where: { accountId }, orderBy: { sequence: 'asc' } });

  test('events from before the chain are linked in the order of the list, once; later events continue the chain', async () => {
    const accountId = await accountWithTrail(server.context, 'acc_old');
    const moments = daily(TEST_NOW, 3, 1);
    await oldEvents(accountId, [...moments.toReversed(), ...moments]);
    await linkOldEvents(server.context);
    const links = await linksOf(accountId);
    expect(links.map(({ sequence, eventId }) => [sequence, eventId.at(-1)])).toEqual([
      [1, '2'],
      [2, '3'],
      [3, '1'],
      [4, '4'],
      [5, '0'],
      [6, '5'],
    ]);
    await linkOldEvents(server.context);
    expect(await linksOf(accountId)).toEqual(links);
    await addToTrail(server.context, accountId, [TEST_NOW]);
    expect((await linksOf(accountId)).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  test('an event without a link in a chain that has begun stays so: to link it would vouch for it', async () => {
    const accountId = await accountWithTrail(server.context, 'acc_begun');
    await addToTrail(server.context, accountId, [TEST_NOW]);
    await oldEvents(accountId, daily(TEST_NOW, 1, 5));
    await linkOldEvents(server.context);
    expect(await linksOf(accountId)).toHaveLength(1);
  });

  test('more events than one batch make one chain', async () => {
    const accountId = await accountWithTrail(server.context, 'acc_long');
    await oldEvents(accountId, daily(TEST_NOW, 2_010));
    await linkOldEvents(server.context);
    const links = await linksOf(accountId);
    expect(links).toHaveLength(2_010);
    expect(links.at(-1)).toMatchObject({ sequence: 2_010, eventId: 'aud_acc_long_2009' });
  });

  test('two processes that start at once link an event once', async () => {
    const accountId = await accountWithTrail(server.context, 'acc_twice');
    await oldEvents(accountId, daily(TEST_NOW, 2));
    await Promise.all([linkOldEvents(server.context), linkOldEvents(server.context)]);
    expect(await linksOf(accountId)).toHaveLength(2);
  });
});
