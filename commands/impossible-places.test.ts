import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type CommandName, commandHost } from '@/testing/command-host';
import { runCommand } from '@/testing/run-command';

let folder: string;
let server: Sqlite.Database;
const at = (name: string) => path.join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'switchyard-places-'));
  for (const name of ['site.db', 'backup.db']) copyFileSync(inject('emptyDatabase'), at(name));
  writeFileSync(at('file'), 'text');
  for (const ending of ['', '.db']) {
    execFileSync('mkfifo', [at(`pipe${ending}`)]);
    symlinkSync('/dev/full', at(`device${ending}`));
    symlinkSync(`circle${ending}`, at(`circle${ending}`));
    symlinkSync('/proc/switchyard/place', at(`link-to-proc${ending}`));
  }
  mkdirSync(at('folder.db'));
  mkdirSync(at('closed'), { mode: 0o555 });
  // The database of a server: its -wal and -shm are there from the beginning.
  server = new Sqlite(at('site.db'));
  server.prepare('SELECT count(*) FROM "Plan"').get();
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

/** Where nothing can be made or read. */
const places = (ending: '' | '.db') => ({
  'below a file': at(`file/place${ending}`),
  'two levels below a file': at(`file/folder/place${ending}`),
  'where the kernel makes no folder': `/proc/switchyard/place${ending}`,
  'through a link to there': at(`link-to-proc${ending}`),
  'with a name that is too long': at('a'.repeat(300) + ending),
  'with a path that is too long': at('a/'.repeat(3_000) + ending),
  'behind a link to itself': at(`circle${ending}`),
  'below a link to itself': at(`circle${ending}/place${ending}`),
  'that is a pipe': at(`pipe${ending}`),
  'that is a device': at(`device${ending}`),
  ...(ending && { 'that is a folder': at('folder.db') }),
});

const databaseUrl = (place: string) => ({ DATABASE_URL: `file:${place}` });
const addAdmin = ['--account', 'Acme', '--email', 'ada@acme.test'];

/** A command that takes a place, with its arguments and variables. */
type Taker = (place: string) => [[name: CommandName, ...args: string[]], env?: Record<string, string>];
const takers: Record<string, Taker> = {
  'backup FILE': (place) => [['backup', place]],
  'backup FOLDER': (place) => [['backup', place, '--keep', '1']],
  'restore FILE': (place) => [['restore', place]],
  'emails --out': (place) => [['emails', '--out', place]],
  'audit:verify --heads': (place) => [['audit-verify', '--heads', place]],
  'audit:verify --write-heads': (place) => [['audit-verify', '--write-heads', place]],
  'DATABASE_URL of serve': (place) => [['serve-sources'], databaseUrl(place)],
  'DATABASE_URL of serve --migrate': (place) => [['serve-sources', '--migrate'], databaseUrl(place)],
  'DATABASE_URL of backup': (place) => [['backup'], databaseUrl(place)],
  'DATABASE_URL of restore': (place) => [['restore', 'backup.db'], databaseUrl(place)],
  'DATABASE_URL of emails': (place) => [['emails'], databaseUrl(place)],
  'DATABASE_URL of audit:verify': (place) => [['audit-verify'], databaseUrl(place)],
  'DATABASE_URL of db:reset': (place) => [['db-reset'], databaseUrl(place)],
  'DATABASE_URL of admin:create': (place) => [['admin-create', ...addAdmin], databaseUrl(place)],
};

const variables = (env?: Record<string, string>) => ({
  ...databaseUrl(at('site.db')),
  INIT_CWD: folder,
  ...env,
});

const hosted = commandHost();
async function runHosted(taker: Taker, place: string) {
  const [[name, ...args], env] = taker(place);
  return hosted(name, args, variables(env));
}

const commandLine = ([name, ...args]: ReturnType<Taker>[0]) => ['scripts/run.mjs', name, ...args];

/** One line for people, and the exit code for what couldn't be done. */
const refusal = (taker: string) => ({
  error: expect.stringMatching(/^(?!.*Error:)[^\n]{20,}\.\n$/),
  code: taker.includes('audit:verify') ? 2 : 1,
});
const everything = () => readdirSync(folder, { recursive: true }).sort();

test.each(Object.entries(takers))(
  '%s refuses every impossible place in a line, and leaves nothing',
  async (name, taker) => {
    const before = everything();
    const kinds = Object.entries(places(name === 'backup FOLDER' ? '' : '.db'));
    const results = await Promise.all(
      kinds.map(async ([kind, place]) => [kind, await runHosted(taker, place)] as const),
    );
    expect(Object.fromEntries(results)).toMatchObject(
      Object.fromEntries(kinds.map(([kind]) => [kind, refusal(name)])),
    );
    expect(everything()).toEqual(before);
  },
);

test('a wrong variable stops every command with its name', async () => {
  const named = Object.entries(takers).filter(
    ([name]) => !name.startsWith('DATABASE_URL of') || name.endsWith('create'),
  );
  const results = await Promise.all(
    named.map(async ([name, taker]) => {
      const [args] = taker(at('place.db'));
      const env = { ...databaseUrl(at('site.db')), PORT: 'abc' };
      const { error, code } = await runCommand(commandLine(args), env);
      return [name, { error, code }] as const;
    }),
  );
  const error =
    'The configuration is wrong:\n  PORT must be a whole number from 1 to 65535.\nSee .env.example.\n';
  expect(Object.fromEntries(results)).toEqual(
    Object.fromEntries(named.map(([name]) => [name, { error, code: name.includes('audit:verify') ? 2 : 1 }])),
  );
});

test('if this user may not write there, every command says so in a line, and leaves nothing', async () => {
  // Root may write everywhere, so nobody runs them.
  const uid = process.getuid?.() === 0 ? 65_534 : undefined;
  chmodSync(folder, 0o777);
  for (const name of ['site.db', 'site.db-wal', 'site.db-shm', 'backup.db']) chmodSync(at(name), 0o666);
  const before = everything();
  const results = await Promise.all(
    Object.entries(takers).map(async ([name, taker]) => {
      const [args, env] = taker(at('closed/folder/site.db'));
      return [name, await runCommand(commandLine(args), variables(env), { uid })] as const;
    }),
  );
  expect(Object.fromEntries(results)).toMatchObject(
    Object.fromEntries(Object.keys(takers).map((taker) => [taker, refusal(taker)])),
  );
  expect(everything()).toEqual(before);
});
