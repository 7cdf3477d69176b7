import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { readArguments } from '@/scripts/console/arguments.mjs';
import { commandLines } from '@/scripts/console/command-lines.mjs';
import { root, runDirectory } from '@/scripts/project.mjs';
import { recordServer } from '@/server/starting/server-records';
import { type CommandName, commandHost, type HostedResult } from '@/testing/command-host';
import { runCommand } from '@/testing/run-command';

const at = (name: string) => path.join(folder, name);
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'switchyard-arguments-'));
  copyFileSync(inject('emptyDatabase'), at('site.db'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const run = (args: string[], file = 'site.db') =>
  runCommand(args, { DATABASE_URL: `file:${at(file)}`, INIT_CWD: folder });

const hosted = commandHost();
/** The same, for a command of `commands/` in a process that all share: one of its own shows that npm starts it so. */
const runShared = (line: string[], args: string[]): Promise<HostedResult> => {
  const [, way, name, ...given] = line;
  const env = { DATABASE_URL: `file:${at('site.db')}`, INIT_CWD: folder };
  return way === 'run' ? hosted(name as CommandName, [...given, ...args], env) : run([...line, ...args]);
};

const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
/** The scripts that npm runs, without "node". */
const npmCommands = Object.entries<string>(scripts).map(
  ([name, line]) => [name, line.split(' ').slice(1)] as const,
);

/** The name in the usage of a script; an alias has that of its command. */
const usageName = (name: string) => Object.keys(scripts).find((other) => scripts[other] === scripts[name]);

describe.each(npmCommands)('npm run %s', (name, line) => {
  test('prints its usage for --help and -h, and does nothing else', async () => {
    const answers: HostedResult[] = [await run([...line, '--help'])];
    for (const args of [['-h'], ['--port', '4999', '-h']]) answers.push(await runShared(line, args));
    for (const { out, error, code } of answers) {
      expect({ error, code }).toEqual({ error: '', code: 0 });
      expect(out).toMatch(new RegExp(`^Usage: npm (run )?${usageName(name)}\\b`));
    }
    expect(readdirSync(folder)).toEqual(['site.db']);
  });

  test("names an argument that it doesn't take, prints its usage, and does nothing else", async () => {
    const before = readFileSync(at('site.db'));
    const unknown = await run([...line, '--hlp']);
    expect(unknown.error).toMatch(
      new RegExp(`^Unknown option '--hlp'\\.\nUsage: npm (run )?${usageName(name)}\\b`),
    );
    expect(unknown).toMatchObject({
      out: /^test(:|$)/.test(name) ? '0 passed, 1 failed\n' : '',
      code: 2,
    });
    const unexpected = await runShared(line, ['waitlist', 'foo']);
    expect(unexpected.error).toMatch(/^Unexpected argument '(waitlist|foo)'\.\nUsage: /);
    expect(unexpected).toMatchObject({ out: '', code: 2 });
    expect(readdirSync(folder)).toEqual(['site.db']);
    expect(readFileSync(at('site.db')).equals(before)).toBe(true);
  });
});

test('every command declares what it takes', () => {
  const files = readdirSync(path.join(root, 'commands')).filter((name) => /^[a-z-]+\.ts$/.test(name));
  expect(Object.keys(commandLines).sort()).toEqual(files.map((name) => path.basename(name, '.ts')).sort());
});

test.each([
  [['--kep', '3'], "Unknown option '--kep'."],
  [['-k'], "Unknown option '-k'."],
  [['--keep'], "Option '--keep <value>' argument missing."],
  [['--keep', '--all'], "Option '--keep' argument is ambiguous."],
  [['a', 'b'], "Unexpected argument 'b'."],
])("%j is refused in a sentence, without Node's own advice", (args, fault) => {
  expect(() => readArguments(commandLines.backup, args)).toThrow(
    expect.objectContaining({ message: fault, usage: commandLines.backup.usage }),
  );
});

test('admin:create makes no database for arguments that it refuses', async () => {
  const line = ['scripts/run.mjs', 'admin-create', '--account', 'Hooli', '--email', 'gavin@hooli.example'];
  const { error, code } = await run([...line, '--plan', 'gold'], 'new.db');
  expect({ error, code }).toEqual({
    error: `--plan takes basic, starter, pro or enterprise, not 'gold'.\n${commandLines['admin-create'].usage}\n`,
    code: 2,
  });
  expect(readdirSync(folder)).toEqual(['site.db']);
});

test('audit:verify and emails refuse a value before they look for a database', async () => {
  const refused = await Promise.all([
    run(['scripts/run.mjs', 'audit-verify', '--account', ''], 'none.db'),
    run(['scripts/run.mjs', 'emails', 'invoices'], 'none.db'),
  ]);
  expect(refused.map(({ error, code }) => [error.split('\n')[0], code])).toEqual([
    ['--account takes the id of an account.', 2],
    ['The list is waitlist or contact.', 2],
  ]);
});

test('restore checks that the file exists before it asks to stop the server', async () => {
  recordServer(4_319, at('site.db'));
  try {
    const { error, code } = await run(['scripts/run.mjs', 'restore', 'none.db']);
    expect({ error, code }).toEqual({ error: `There is no file ${at('none.db')}.\n`, code: 1 });
  } finally {
    rmSync(path.join(runDirectory, `server-${process.pid}.json`));
  }
});
