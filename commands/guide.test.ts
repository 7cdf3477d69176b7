import fs from 'node:fs';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { probePort } from '@/server/http/connections/listen';
import { guideCommands } from '@/testing/guide/guide-commands';
import { guideShell } from '@/testing/guide/guide-shell';
import { readDockerfile } from '@/testing/guide/image';
import { makeServedCopy, type ServedCopy } from '@/testing/guide/served-copy';

/** Run by testing/guide/postgres-guide.test.ts, on a real server. */
const onPostgres = ['Run on PostgreSQL', 'Move from SQLite to PostgreSQL'];
/** Is how the copy itself was made. */
const MADE_BEFORE = 'Build on another machine';
const commands = guideCommands().filter(({ section }) => ![...onPostgres, MADE_BEFORE].includes(section));
const sections = [...new Set(commands.map(({ section }) => section))];

let copy: ServedCopy;
let shell: ReturnType<typeof guideShell>;
let demoShell: typeof shell;
let port: number;
let before: string;
beforeAll(async () => {
  copy = makeServedCopy();
  port = await probePort({ host: '127.0.0.1', port: 0 });
  for (const place of ['lib', 'data', 'mnt/backups']) {
    fs.mkdirSync(path.join(copy.folder, place), { recursive: true });
    if (copy.uid) fs.chownSync(path.join(copy.folder, place), copy.uid, copy.uid);
  }
  if (copy.uid) fs.chownSync(path.join(copy.folder, 'mnt'), copy.uid, copy.uid);
  shell = guideShell(copy, { PORT: String(port) });
  demoShell = guideShell(copy, { PORT: String(port), DATABASE_URL: `file:${at('lib/demo.db')}` });
  before = copy.listing();
});
afterAll(() => {
  for (const one of [shell, demoShell]) one.close();
  copy.remove();
});

const at = (...names: string[]) => path.join(copy.folder, ...names);
const newest = (...names: string[]) =>
  `${at(...names)}/${fs
    .readdirSync(at(...names))
    .sort()
    .at(-1)}`;
const firstAccount = () =>
  new Sqlite(at('lib/site.db'), { readonly: true }).prepare('SELECT "id" FROM "Account"').pluck().get();

/** The values that the guide's reader replaces: places, the port, ids, a further address, and the backup to restore. */
const replaced: [RegExp, () => string][] = [
  [/ data\/backups\/switchyard-\w+\.db/, () => ` ${newest('lib/backups')}`],
  [/ data\/backups\/switchyard-before-upgrade-\S+\.db/, () => ` ${newest('lib/backups')}`],
  [/\/data\/backups\/switchyard-\w+\.db/, () => newest('data/backups')],
  [/\/srv\/switchyard/, () => `'${copy.site}'`],
  [/\/var\/lib\/switchyard/, () => at('lib')],
  [/\/mnt\//, () => `${at('mnt')}/`],
  [/localhost:3000/, () => `localhost:${port}`],
  [/--account ID/, () => `--account ${firstAccount()}`],
  [/you(?=@example\.com --plan)/, () => 'further'],
  [/(?<= )(\w+\.(json|csv))/, () => at('lib', '$1')],
  [/sy_live_…/, () => token],
  [/T14:03(.+)server\.log/, () => `T$1${at('lib/server.log')}`],
];
const forThisMachine = (text: string) =>
  replaced.reduce((line, [from, to]) => (from.test(line) ? line.replace(from, to()) : line), text);
let token = '';

/** Sections whose commands sign in as a demo user, or read what jobs have left. */
const ofDemo = ['Answer two questions', 'Call the API from a shell'];

const serves = /^(\w+=\S+ )*npm (start|run (serve|worker))|^docker run (?!.* npm run )/;
/** Of npm itself, the exit code says only that it got a signal. */
const endsWell = { out: expect.stringContaining('"msg":"Ended"') };

describe('the operating guide, as another user on a read-only copy in a path with a space', () => {
  test.each(sections)('%s: every command works', async (section) => {
    let end: Awaited<ReturnType<typeof shell.serve>> | undefined;
    const inDemo = ofDemo.includes(section);
    const used = inDemo ? demoShell : shell;
    if (inDemo) {
      end = await demoShell.serve('npm start');
      token = await demoToken();
    }
    if (section === 'Go back after an upgrade') await shell.run('npm run backup');
    if (section === 'Answer two questions' && end) {
      await runJob();
      fs.writeFileSync(at('lib/server.log'), (await end('SIGTERM')).out);
      end = undefined;
    }
    for (const { text } of commands.filter((command) => command.section === section)) {
      const line = forThisMachine(text);
      if (serves.test(text)) {
        if (end) expect(await end('SIGTERM')).toMatchObject(endsWell);
        end = await used.serve(line);
        continue;
      }
      const { code, out } = await used.run(line);
      expect({ line, code, out }).toEqual({ line, code: 0, out });
      if (text.startsWith('curl ')) expect(out).toMatch(/"data":\{/);
    }
    if (end) expect(await end('SIGTERM')).toMatchObject(endsWell);
  });

  test('a server that npm started ends in good order on SIGHUP', async () => {
    const end = await shell.serve('npm run serve');
    // npm itself ends at once.
    expect((await end('SIGHUP')).out).toContain('"msg":"Ended"');
  });

  test("every kind of page is served, and an unknown one isn't found", async () => {
    const end = await shell.serve('npm run serve');
    const origin = `http://127.0.0.1:${port}`;
    const sitemap = await (await fetch(`${origin}/sitemap.xml`)).text();
    const listed = [...sitemap.matchAll(/<loc>([^<]+)</g)].map(([, place = '']) => new URL(place).pathname);
    const kinds = new Map(listed.map((place) => [place.replace(/^\/(blog|docs)\/.+/, '/$1/*'), place]));
    const known = [...kinds.values(), '/llms.txt', '/dashboard', '/dashboard/devdocs', '/api/health/ready'];
    const unknown = ['/no-such-page', '/docs/no-such-page', '/dashboard/devdocs/no-such-page'];
    const statusOf = async (place: string) => [place, (await fetch(origin + place)).status];
    expect(await Promise.all([...known, ...unknown].map(statusOf))).toEqual([
      ...known.map((place) => [place, 200]),
      ...unknown.map((place) => [place, 404]),
    ]);
    await end('SIGTERM');
  });

  test('a worker on SQLite, and a command that would have to build, are refused with a sentence', async () => {
    expect(await shell.run('npm run worker')).toMatchObject({
      code: 1,
      out: expect.stringContaining('On SQLite, the server runs the jobs itself.'),
    });
    expect(await shell.run('npm run check')).toMatchObject({
      code: 1,
      out: expect.stringContaining(`${copy.site} only serves what was built elsewhere.`),
    });
  });

  test('nothing in the copy has changed', () => {
    expect(copy.listing()).toBe(before);
  });
});

async function call<Data>(query: string, headers: Record<string, string> = {}): Promise<Data> {
  const response = await fetch(`http://127.0.0.1:${port}/api/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  });
  return ((await response.json()) as { data: Data }).data;
}

async function demoToken(): Promise<string> {
  const { signIn } = await call<{ signIn: { token: string } }>(
    'mutation { signIn(email: "dev@acme.test", password: "switchyard-demo") { token } }',
  );
  return signIn.token;
}

const runJob = () =>
  call(
    'mutation { orchestrate(input: { name: "Guide", input: "The arm stops.", steps: [{ id: "a", task: "summarization" }] }) { status } }',
    { authorization: `Bearer ${token}` },
  );

test('the image is the copy, which its user can read and not write', () => {
  const { out, copied, user } = readDockerfile();
  expect(copied).toEqual([`--from=build ${out} /site`]);
  expect(user).toMatch(/^[1-9]\d*$/);
});
