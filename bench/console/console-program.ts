import { cacheExchange, createClient, fetchExchange } from 'urql';
import { measureInRounds } from '@/bench/rounds';
import { NOW } from '@/bench/scale/world';
import { handleGraphqlRequest } from '@/graphql/handle-request';
import { createGraphqlServer } from '@/graphql/yoga';
import { SignInLimiter } from '@/lib/server/auth/sign-in-limiter';
import { openDatabase } from '@/lib/server/database/open-database';
import { serverContext } from '@/lib/server/runtime/context';
import { ADMIN } from './big-people';
import { type ConsolePage, consolePages, consoleWorld } from './console-pages';
import type { PageTimes } from './measure-console';

// `tsx bench/console/console-program.ts DEMO BIG` opens every page of the console as an admin of each database file, in
// turns and within this process. It prints the server's times, PageTimes[], as JSON.

const ROUNDS = 40;
const WARM_UP = 5;

async function openConsole(file: string, email: string) {
  const ctx = { ...serverContext(openDatabase(`file:${file}`)), now: () => NOW };
  const yoga = createGraphqlServer(ctx, new SignInLimiter());
  const world = await consoleWorld(ctx, email);
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${world.token}` };
  const send = async (body: string) =>
    handleGraphqlRequest(
      yoga,
      new Request('http://localhost/api/graphql', { method: 'POST', headers, body }),
    );
  const pages: (ConsolePage & { requests: string[] })[] = [];
  for (const page of consolePages(world)) {
    pages.push({ ...page, requests: await requestsOf(page, send) });
  }
  /** The server's time for all requests of a page, which a browser sends at once. */
  const timeOf = async (index: number) => {
    const requests = pages[index]?.requests ?? [];
    const since = performance.now();
    await Promise.all(requests.map(async (body) => (await send(body)).text()));
    return performance.now() - since;
  };
  return { pages, timeOf, close: () => ctx.db.close() };
}

/** The bodies of the requests that a page sends, exactly as a browser would. */
async function requestsOf(page: ConsolePage, send: (body: string) => Promise<Response>): Promise<string[]> {
  const bodies: string[] = [];
  const client = createClient({
    url: '/api/graphql',
    preferGetMethod: false,
    fetch: (_address, init) => {
      const body = String(init?.body);
      bodies.push(body);
      return send(body);
    },
    exchanges: [cacheExchange, fetchExchange],
  });
  await page.open(client);
  return bodies;
}

const [demoFile = '', bigFile = ''] = process.argv.slice(2);
const consoles = [await openConsole(demoFile, 'admin@acme.test'), await openConsole(bigFile, ADMIN)];
const results: PageTimes[] = [];
for (const [index, { name, moreInBig = false }] of (consoles[0]?.pages ?? []).entries()) {
  const timeOf = (of: (typeof consoles)[number]) => of.timeOf(index);
  const [demo = [], big = []] = await measureInRounds(consoles, ROUNDS, timeOf, { warmUp: WARM_UP });
  results.push({ name, moreInBig, milliseconds: [demo, big] });
}
for (const { close } of consoles) await close();
console.log(JSON.stringify(results));
