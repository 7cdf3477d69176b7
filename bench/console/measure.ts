import { ADMIN } from '@/bench/console/big/size';
import { type ConsolePage, requestsOf } from '@/bench/console/console-page';
import { consolePages } from '@/bench/console/console-pages';
import { consoleWorld } from '@/bench/console/console-world';
import { measureInRounds } from '@/bench/figures/rounds';
import { NOW } from '@/bench/scale/world';
import { handleGraphqlRequest } from '@/graphql/handle-request';
import { createGraphqlServer } from '@/graphql/yoga';
import { SignInLimiter } from '@/lib/server/auth/sign-in-limiter';
import { openDatabase } from '@/lib/server/database/database';
import { serverContext } from '@/lib/server/runtime/context';

// `tsx bench/console/measure.ts DEMO BIG` opens every page of the console as an admin of each database file, in turns
// and within this process, and prints as JSON what it took the server:
// { name: string, moreInBig: boolean, milliseconds: number[][] }[], round by round for each database.

const ROUNDS = 40;
const WARM_UP = 5;

async function openConsole(file: string, email: string) {
  const ctx = { ...serverContext(openDatabase(`file:${file}`)), now: () => NOW };
  const yoga = createGraphqlServer(ctx, new SignInLimiter());
  const world = await consoleWorld(ctx, email);
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${world.token}` };
  const answer = (body: string) =>
    handleGraphqlRequest(
      yoga,
      new Request('http://localhost/api/graphql', { method: 'POST', headers, body }),
    );
  const pages: (ConsolePage & { requests: string[] })[] = [];
  for (const page of consolePages(world)) {
    pages.push({ ...page, requests: await requestsOf(page, answer) });
  }
  /** How long the server takes for all requests of a page, which a browser sends at once. */
  const timeOf = async (index: number) => {
    const requests = pages[index]?.requests ?? [];
    const since = performance.now();
    await Promise.all(requests.map(async (body) => (await answer(body)).text()));
    return performance.now() - since;
  };
  return { pages, timeOf, close: () => ctx.db.close() };
}

const [demoFile = '', bigFile = ''] = process.argv.slice(2);
const consoles = [await openConsole(demoFile, 'admin@acme.test'), await openConsole(bigFile, ADMIN)];
const results = [];
for (const [index, { name, moreInBig = false }] of (consoles[0]?.pages ?? []).entries()) {
  const timeOf = (of: (typeof consoles)[number]) => of.timeOf(index);
  results.push({
    name,
    moreInBig,
    milliseconds: await measureInRounds(consoles, ROUNDS, timeOf, { warmUp: WARM_UP }),
  });
}
for (const { close } of consoles) await close();
console.log(JSON.stringify(results));
