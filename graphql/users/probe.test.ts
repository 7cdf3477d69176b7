import { afterAll, beforeAll, test } from 'vitest';
import { insertUser } from '@/lib/server/users/create-user';
import { openTestServer, type TestServer } from '@/lib/testing/test-server';
import { createTestWorld, keyOf, sessionToken, type TestWorld } from '@/lib/testing/test-world';

let server: TestServer;
let world: TestWorld;
let admin: string;
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
  admin = await sessionToken(server.context, world.users.admin);
});
afterAll(() => server.close());
const show = async (query: string) => {
  const r = await server.call({ query, token: admin });
  console.log(query.slice(0, 150), '\n->', JSON.stringify(r.data)?.slice(0, 600), JSON.stringify(r.errors));
  return r;
};
test('probe', async () => {
  const a = world.acme.id;
  await show(`{listUsers(accountId:"${a}", search:"%"){email}}`);
  await show(`{listUsers(accountId:"${a}", search:"_"){email}}`);
  const keys = [];
  for (let i = 0; i < 5; i++) keys.push((await keyOf(server.context, world.users.admin, ['read'])).apiKey);
  const sorted = keys
    .map((k) => k.id)
    .sort()
    .reverse();
  console.log(sorted);
  await server.context.db.write((tx) =>
    tx.apiKey.update({ where: { id: sorted[2] as string }, data: { status: 'REVOKED' } }),
  );
  await show(`{listAPIKeys(accountId:"${a}", status: ACTIVE, after:"${sorted[2]}"){id}}`);
  await show(`{listAPIKeys(accountId:"${a}", status: ACTIVE, before:"${sorted[2]}"){id}}`);
  await show(`{listAPIKeys(accountId:"${a}", status: ACTIVE, limit: 1, before:"${sorted[2]}"){id}}`);
  await show(
    `{usageByAccount(accountId:"${a}", timeframe:"daily", from:"9999-12-30", to:"9999-12-31"){date}}`,
  );
  await show(`{usageByAccount(accountId:"${a}", timeframe:"daily", to:"0000-01-05"){date}}`);
  await show(`{usageByAccount(accountId:"${a}", timeframe:"weekly", to:"0001-01-05"){date}}`);
  await show(`{topUsersByUsage(accountId:"${a}", to:"0000-01-05"){userId}}`);
  await server.context.db.write(async (tx) => {
    for (const day of ['2026-06-14', '2026-06-15'])
      await tx.dailyUsage.create({
        data: {
          accountId: a,
          grain: 'ACCOUNT',
          subjectId: a,
          templateId: '',
          day,
          executions: 2_000_000_000,
          succeeded: 1_900_000_000,
          tokensIn: 3_000_000_000_000n,
          tokensOut: 1n,
          costMicros: 9_000_000_000_000n,
        },
      });
    for (const day of ['2026-06-14', '2026-06-15'])
      await tx.dailyUsage.create({
        data: {
          accountId: a,
          grain: 'USER',
          subjectId: world.users.admin.id,
          templateId: '',
          day,
          executions: 2_000_000_000,
          succeeded: 1_900_000_000,
          tokensIn: 3_000_000_000_000n,
          tokensOut: 1n,
          costMicros: 9_000_000_000_000n,
        },
      });
  });
  await show(
    `{accountDashboardStats(accountId:"${a}"){currentPeriodExecutions projectedOverage estimatedOverageCost}}`,
  );
  await show(`{accountOverview{totalWorkflows totalCost}}`);
  await show(
    `{usageByAccount(accountId:"${a}", timeframe:"monthly", limit:1){date requestCount totalTokens totalCost}}`,
  );
  await show(`{topUsersByUsage(accountId:"${a}"){userId totalExecutions}}`);
  await show(
    `{userDashboardStats(userId:"${world.users.admin.id}"){totalExecutions estimatedCost successRate}}`,
  );
  await show(`mutation{updateBillingProfile(accountId:"${a}", updates:{email:"nope"}){email}}`);
  await show(`mutation{updateBillingProfile(accountId:"${a}", updates:{email:"  "}){email}}`);
  await show(`mutation{updateAccount(id:"${a}", updates:{settings:{a:"${'€'.repeat(10000)}"}}){id}}`);
  await show(`mutation{updateAccount(id:"${a}", updates:{settings:[1]}){id}}`);
  await show(`mutation{updateAccount(id:"${a}", updates:{settings:"x"}){id}}`);
  await show(`mutation{createAPIKey(expires_at:"9999-12-31"){apiKey{expires_at}}}`);
  await show(`mutation{createAPIKey(expires_at:"2026-02-30"){apiKey{expires_at}}}`);
  await show(`mutation{createAPIKey(expires_at:"0000-01-01"){apiKey{expires_at}}}`);
  await show(`{getAllAuditLogs(from:"0000-01-01", to:"9999-12-31", limit: 1){action}}`);
  await show(`{listUsers(accountId:"${a}", search:"${'x'.repeat(201)}"){email}}`);
  await show(`{listUsers(accountId:"${a}", limit:0){email}}`);
  await show(`{usageByUser(userId:"${world.users.admin.id}", timeframe:"hourly"){date}}`);
  let t = Date.now();
  await server.context.db.write(async (tx) => {
    for (let i = 0; i < 3000; i++)
      await insertUser(tx, server.context, null, a, {
        email: `u${i}@many.example`,
        role: 'DEVELOPER',
        scopes: { read: true, write: true, admin: false },
        passwordHash: 'x',
      });
  });
  console.log('insert', Date.now() - t);
  t = Date.now();
  const ids = (await server.context.db.read.user.findMany({ select: { id: true } })).map((u) => u.id);
  const page = await server.context.db.read.user
    .findMany({
      where: { accountId: a, id: { in: ids } },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: 10,
      skip: 1,
      cursor: { id: ids[50] as string },
    })
    .catch((e) => e.message);
  console.log(
    Date.now() - t,
    page.length,
    typeof page === 'string' ? page : page.map((p: { id: string }) => p.id),
    ids.sort().reverse().slice(0, 3),
  );
});
