import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import type { Database } from '@/lib/server/database/database';
import { openDatabase } from '@/lib/server/database/open-database';
import { newId } from '@/lib/server/ids';
import { serverContext } from '@/lib/server/runtime/context';
import type { EmailKind } from '@/prisma/generated/prisma/client';
import { root } from '@/scripts/project.mjs';

let folder: string;
let file: string;
let db: Database;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'switchyard-emails-'));
  file = path.join(folder, 'test.db');
  copyFileSync(inject('emptyDatabase'), file);
  db = openDatabase(`file:${file}`);
});

afterEach(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});

function start(args: string[], env: Record<string, string> = {}) {
  const variables = { ...process.env, DATABASE_URL: `file:${file}`, INIT_CWD: folder, ...env };
  const child = spawn(process.execPath, ['scripts/run.mjs', 'emails', ...args], {
    cwd: root,
    env: variables,
  });
  return { child, ended: once(child, 'close') };
}

/** Runs the real command to its end. */
async function emails(args: string[], env?: Record<string, string>) {
  const { child, ended } = start(args, env);
  const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { out, error, code };
}

async function receive(kind: EmailKind, day: string, params: Record<string, string>) {
  const createdAt = new Date(`${day}T08:30:00Z`);
  const id = newId(serverContext(db), 'email');
  await db.write((tx) =>
    tx.outboundEmail.create({ data: { id, kind, templateId: 'template', params, createdAt } }),
  );
  return id;
}

const message = (name: string, words: string) => ({
  user_name: name,
  user_email: 'somebody@example.test',
  message: words,
  to_name: 'Support Team',
});
const request = (name: string) => ({
  user_name: name,
  user_email: 'somebody@example.test',
  company: '',
  use_case: '',
  plan: 'Pro',
});

test('without a kind it lists both, apart, newest first and counted, within 80 columns', async () => {
  const ada = await receive('WAITLIST', '2026-06-01', request('Ada'));
  const bob = await receive('WAITLIST', '2026-06-02', request('Bob'));
  const eve = await receive('CONTACT', '2026-06-03', message('Eve', `First line\r\n${'long '.repeat(60)}`));
  const { out, error, code } = await emails([]);
  expect([code, error]).toEqual([0, '']);
  expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
  expect(out).toContain(
    [
      ...['Waitlist requests: 2', '====================', ''],
      ...[`2026-06-02 08:30:00 UTC  ${bob}`, 'user_name   Bob', 'user_email  somebody@example.test'],
      ...['company', 'use_case', 'plan        Pro', ''],
      `2026-06-01 08:30:00 UTC  ${ada}`,
    ].join('\n'),
  );
  expect(out).toContain(`Contact messages: 1\n===================\n\n2026-06-03 08:30:00 UTC  ${eve}\n`);
  expect(out).toContain('message     First line\n            long long');
});

test('csv is exact, quotes what it must and disarms formulas; --out counts from where the person is', async () => {
  const words = 'Line "one", 数 🚂\nline two';
  const id = await receive('CONTACT', '2026-06-01', message('=HYPERLINK("http://x")', words));
  const { out } = await emails(['contact', '--format', 'csv', '--out', 'mail.csv']);
  const target = path.join(folder, 'mail.csv');
  expect(out).toBe(`Written to ${target}\n`);
  expect(readFileSync(target, 'utf8')).toBe(
    'id,received,user_name,user_email,message,to_name\n' +
      `${id},2026-06-01T08:30:00.000Z,"'=HYPERLINK(""http://x"")",somebody@example.test,` +
      '"Line ""one"", 数 🚂\nline two",Support Team\n',
  );
  expect(statSync(target).mode & 0o777).toBe(0o600);
});

test("says what can't be done in a sentence", async () => {
  const usage = await emails(['invoices']);
  expect([usage.code, usage.out]).toEqual([2, '']);
  expect(usage.error).toMatch(
    /^The list is waitlist or contact\.\nUsage: npm run emails -- \[waitlist\|contact\]/,
  );
  const nowhere = await emails(['--out', 'no/folder/mail.txt']);
  expect(nowhere.error).toBe(`${folder}/no/folder/mail.txt couldn't be written (ENOENT).\n`);
  expect(nowhere.code).toBe(1);
  const missing = await emails([], { DATABASE_URL: `file:${folder}/none.db` });
  expect(missing.error).toContain(`There is no database at ${folder}/none.db yet. Run npm start`);
  expect(missing.code).toBe(1);
});

describe('a large list of emails', () => {
  const fill = (rows: number) =>
    db.write(
      (tx) => tx.$executeRaw`
        INSERT INTO "OutboundEmail" (id, kind, templateId, params, createdAt)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})
        SELECT 'eml_' || i, 'CONTACT', 't', json_object('user_name', 'N', 'user_email', 'a@b.test',
          'message', hex(randomblob(2000)), 'to_name', 'Support Team'), 1750000000000 + i / 7 FROM n`,
    );

  test('is listed whole and once, in little memory, while another process writes', async () => {
    await fill(30_000);
    const listing = async () => {
      const { child } = start(['--format', 'json'], { NODE_OPTIONS: '--max-old-space-size=100' });
      const seen = new Set<string>();
      let rest = '';
      for await (const chunk of child.stdout.setEncoding('utf8')) {
        const lines = (rest + chunk).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) if (line.startsWith('{')) seen.add(line.slice(7, 22));
      }
      return seen;
    };
    // However long the list takes on a busy machine.
    const ids = await db.write(listing, { timeoutMs: 300_000 });
    expect(ids.size).toBe(30_000);
  });

  test('may be cut short by its reader', async () => {
    await fill(2_000);
    const { child, ended } = start(['contact']);
    const errors = text(child.stderr);
    await once(child.stdout, 'data');
    child.stdout.destroy();
    expect(await ended).toEqual([0, null]);
    expect(await errors).toBe('');
  });
});
