import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountWithTrail, addToTrail, daily } from '@/testing/audit-trail';
import { openTestServer, TEST_NOW, type TestServer } from '@/testing/test-server';
import { linkOldEvents } from './audit-chain';

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
