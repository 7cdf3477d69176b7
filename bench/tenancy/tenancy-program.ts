import { measureInRounds } from '@/bench/rounds';
import { NOW } from '@/bench/scale/world';
import { handleGraphqlRequest } from '@/graphql/handle-request';
import { createGraphqlServer } from '@/graphql/yoga';
import { SignInLimiter } from '@/lib/server/auth/sign-in-limiter';
import { syncPlans } from '@/lib/server/billing/sync-plans';
import { deployMigrations } from '@/lib/server/database/migrations/deploy-migrations';
import { openDatabase } from '@/lib/server/database/open-database';
import { newId } from '@/lib/server/ids';
import { serverContext } from '@/lib/server/runtime/context';
import { operations } from '@/testing/operations';
import { probeDocument } from '@/testing/tenancy/probe-document';
import { type recordKinds, twoAccounts } from '@/testing/tenancy/two-accounts';
import { sessionToken } from '@/testing/test-world';
import type { TenancyResult } from './measure-tenancy';

// `tsx bench/tenancy/tenancy-program.ts FILE` makes a database of two accounts. As an admin of one, it makes calls with
// an id of the other account, an unknown id, and another unknown id, in turns. It prints TenancyResult[] as JSON.

const ROUNDS = 800;
const WARM_UP = 100;

/** The calls, the argument that takes the id, and the kind of record that it identifies. */
const calls: [operation: string, argument: string, kind: (typeof recordKinds)[number]][] = [
  ['getUser', 'id', 'user'],
  ['getAPIKey', 'id', 'apiKey'],
  ['getInvoice', 'id', 'invoice'],
  ['usageByUser', 'userId', 'user'],
  ['getAllAuditLogs', 'userId', 'user'],
  ['updateUser', 'id', 'user'],
  ['revokeAPIKey', 'id', 'apiKey'],
];

const url = `file:${process.argv[2]}`;
await deployMigrations(url);
const ctx = { ...serverContext(openDatabase(url)), now: () => NOW };
await syncPlans(ctx);
const yoga = createGraphqlServer(ctx, new SignInLimiter());
const { world, foreign } = (await twoAccounts(ctx))('admin');
const authorization = `Bearer ${await sessionToken(ctx, world.users.admin)}`;

async function timeOf(query: string, probe: string): Promise<number> {
  const request = new Request('http://localhost/api/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify({ query, variables: { probe } }),
  });
  const since = performance.now();
  await (await handleGraphqlRequest(yoga, request)).text();
  return performance.now() - since;
}

const results: TenancyResult[] = [];
for (const [name, argument, kind] of calls) {
  const query = probeDocument(operations[name]?.query ?? '', { path: [argument] });
  const ids = [foreign[kind], newId(ctx, kind), newId(ctx, kind)];
  const [foreignTimes = [], unknown = [], otherUnknown = []] = await measureInRounds(
    ids,
    ROUNDS,
    (id) => timeOf(query, id),
    { warmUp: WARM_UP },
  );
  results.push({ name, milliseconds: [foreignTimes, unknown, otherUnknown] });
}
await ctx.db.close();
console.log(JSON.stringify(results));
