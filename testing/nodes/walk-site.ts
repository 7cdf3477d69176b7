import fs from 'node:fs';
import { demoPassword } from '@/lib/config/demo';
import { callApi, type Session, signIn } from '@/testing/run/loss/api-client';
import { type Findings, findings } from '@/testing/run/loss/findings';
import { type ServerProcess, startServerProcess } from '@/testing/run/server-process';
import type { Outcome } from '@/testing/run/tally';

const MINUTES_TO_START = 20; // with the installation and the build, on a busy machine

/** The environment of a Node that runs the site. */
interface NodeRun {
  /** Has `bin/node` and the headers for native modules. */
  nodeFolder: string;
  /** A checkout in which nothing is installed. */
  checkout: string;
  databaseFile: string;
  port: number;
  env: Record<string, string>;
}

const consolePages = ['', '/account', '/devdocs', '/admin', '/admin/users', '/admin/audit-logs'];

/** Does what `npm start` does on a version of Node, walks the site, and ends it. Each guarantee counts as one check. */
export async function walkSite(place: NodeRun): Promise<Outcome> {
  const found = findings();
  const server = await startOn(place);
  try {
    await walkPages(place.port, found);
    await readAndWrite(place.port, found);
    const warnings = server.output().match(/^\(node:\d+\).*$/gm) ?? [];
    found.expect('Node warns of nothing', warnings.length === 0, warnings);
    process.kill(server.pid, 'SIGTERM');
    const code = await server.ended;
    found.expect('on SIGTERM the server ends with 0', code === 0, code);
    const left = fs.existsSync(`${place.databaseFile}-wal`);
    found.expect('the database is closed: nothing is left in its write-ahead log', !left);
  } finally {
    await server.stop();
  }
  return found.outcome();
}

/** The script behind `npm start` as the process itself, so that its signals and its exit code are the server's. */
function startOn({ nodeFolder, checkout, env }: NodeRun): Promise<ServerProcess> {
  const variables = {
    ...env,
    PATH: [`${nodeFolder}/bin`, process.env.PATH].join(':'),
  };
  return startServerProcess([`${nodeFolder}/bin/node`, `${checkout}/scripts/start.mjs`], {
    env: variables,
    isReady: (output) => output.includes('is running at'),
    minutes: MINUTES_TO_START,
  });
}

/** Every page kind: one page of each kind that the sitemap lists, the consoles' pages, and what programs read. */
async function walkPages(port: number, found: Findings): Promise<void> {
  const statusOf = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    await response.arrayBuffer();
    return response.status;
  };
  const sitemap = await (await fetch(`http://127.0.0.1:${port}/sitemap.xml`)).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]+)</g)].map(([, address = '']) => new URL(address).pathname);
  const kinds = new Map(listed.map((path) => [path.replace(/^\/(blog|docs)\/.+/, '/$1/*'), path]));
  const paths = [
    ...kinds.values(),
    ...consolePages.map((path) => `/dashboard${path}`),
    ...['/feed.xml', '/llms.txt', '/robots.txt', '/docs/search.json', '/api/health/ready'],
  ];
  const wrong: string[] = [];
  for (const path of paths) {
    const status = await statusOf(path);
    if (status !== 200) wrong.push(`${path}: ${status}`);
  }
  found.expect('every kind of page is served', kinds.size > 5 && wrong.length === 0, wrong);
  const missing = await statusOf('/no-such-page');
  found.expect('an unknown address is not found', missing === 404, missing);
}

async function readAndWrite(port: number, found: Findings): Promise<void> {
  const session: Session = await signIn(port, 'dev@acme.test', demoPassword);
  const query = '{ me { email role } }';
  const read = await callApi<{ me: object }>(port, query, { token: session.token });
  const me = { email: 'dev@acme.test', role: 'DEVELOPER' };
  found.expect('a query is answered', JSON.stringify(read.data?.me) === JSON.stringify(me), read);

  const write = 'mutation { createAPIKey(name: "Other Node") { rawKey } }';
  const made = await callApi<{ createAPIKey: { rawKey: string } }>(port, write, { token: session.token });
  const byKey = await callApi<{ me: object }>(port, query, { token: made.data?.createAPIKey.rawKey ?? '' });
  const kept = JSON.stringify(byKey.data?.me) === JSON.stringify(me);
  found.expect('an API key is written and works', kept, [made.errors, byKey]);
}
