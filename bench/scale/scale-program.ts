import { documents } from '@/bench/documents';
import { measureInRounds } from '@/bench/rounds';
import { handleGraphqlRequest } from '@/graphql/handle-request';
import { createGraphqlServer } from '@/graphql/yoga';
import { isPostgresUrl } from '@/lib/config/database-url';
import { SignInLimiter } from '@/lib/server/auth/sign-in-limiter';
import { openDatabase } from '@/lib/server/database/open-database';
import { serverContext } from '@/lib/server/runtime/context';
import type { ScaleResult } from './measure-scale';
import { NOW, signInWorld } from './world';

// `tsx bench/scale/scale-program.ts DATABASE…` (files or URLs) sends the same requests to each database in turns, within this process, and
// prints a ScaleResult as JSON.

const ROUNDS = 300;
const WARM_UP = 30;

async function openMeasured(database: string) {
  const url = isPostgresUrl(database) ? database : `file:${database}`;
  const ctx = { ...serverContext(openDatabase(url)), now: () => NOW };
  const yoga = createGraphqlServer(ctx, new SignInLimiter());
  const { developer, admin } = await signInWorld(ctx);
  const timeOf = async (token: string, query: string, variables: Record<string, string>) => {
    const request = new Request('http://localhost/api/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query, variables }),
    });
    const since = performance.now();
    const text = await (await handleGraphqlRequest(yoga, request)).text();
    const took = performance.now() - since;
    if (text.includes('"errors":')) throw new Error(`${database} returned ${text.slice(0, 500)}`);
    return took;
  };
  return {
    dashboard: () => timeOf(developer.token, documents.dashboard, { userId: developer.user.id }),
    adminOverview: () => timeOf(admin.token, documents.adminOverview, { accountId: admin.user.accountId }),
    close: () => ctx.db.close(),
  };
}

const databases = await Promise.all(process.argv.slice(2).map(openMeasured));
const options = { warmUp: WARM_UP };
const dashboard = await measureInRounds(databases, ROUNDS, (each) => each.dashboard(), options);
const adminOverview = await measureInRounds(databases, ROUNDS, (each) => each.adminOverview(), options);
for (const each of databases) await each.close();
const result: ScaleResult = { dashboard, adminOverview };
console.log(JSON.stringify(result));
