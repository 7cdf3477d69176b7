import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { startCommand } from '@/testing/run-command';

let large: string;
let folder: string;
const at = (name: string) => path.join(folder, name);

beforeAll(() => {
  large = mkdtempSync(path.join(tmpdir(), 'switchyard-large-'));
  const file = path.join(large, 'site.db');
  copyFileSync(inject('emptyDatabase'), file);
  const database = new Sqlite(file);
  // Large enough that each command is still at work when the signal comes.
  database.exec(`WITH RECURSIVE "number" ("n") AS (SELECT 1 UNION ALL SELECT "n" + 1 FROM "number" WHERE "n" < 30000)
    INSERT INTO "OutboundEmail" ("id", "kind", "templateId", "params", "createdAt")
    SELECT "n", 'CONTACT', 'test', json_object('message', hex(zeroblob(1000))), "n" FROM "number"`);
  database.pragma('journal_mode = DELETE');
  database.close();
});
afterAll(() => rmSync(large, { recursive: true }));
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'switchyard-signals-'));
  for (const name of ['site.db', 'backup.db']) copyFileSync(path.join(large, 'site.db'), at(name));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The processes of this machine that have the folder in a variable: what a command started, and left running. */
function processesOfFolder(): string[] {
  const numbers = existsSync('/proc') ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];
  return numbers.filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(folder);
    } catch {
      return false;
    }
  });
}

const commands: Record<string, () => string[]> = {
  backup: () => ['scripts/run.mjs', 'backup', folder],
  restore: () => ['scripts/run.mjs', 'restore', at('backup.db')],
  emails: () => ['scripts/run.mjs', 'emails', '--out', at('out.txt')],
  'audit:verify': () => ['scripts/run.mjs', 'audit-verify', '--write-heads', at('heads.json')],
  'db:reset': () => ['scripts/run.mjs', 'db-reset'],
  'admin:create': () => ['scripts/run.mjs', 'admin-create', '--account', 'Acme', '--email', 'ada@acme.test'],
};
/** When the signal comes: so many milliseconds after the start, or once there is a file with this in its name. */
const moments = Object.keys(commands).flatMap((name) => [
  { name, signal: 'SIGTERM', moment: 300 } as const,
  { name, signal: 'SIGINT', moment: 900 } as const,
]);
const rows = [
  ...moments,
  { name: 'backup', signal: 'SIGTERM', moment: '.part-' } as const,
  { name: 'restore', signal: 'SIGTERM', moment: '.restoring-' } as const,
  { name: 'emails', signal: 'SIGTERM', moment: '.partial' } as const,
];

async function untilMoment(moment: number | string) {
  if (typeof moment === 'number') return delay(moment);
  const files = () => readdirSync(folder, { recursive: true, encoding: 'utf8' });
  while (!files().some((file) => file.includes(moment))) await delay(5);
}

test.each(rows)(
  '$name ends soon after $signal ($moment), with all it started, and leaves nothing half written',
  async ({ name, signal, moment }) => {
    const { child, result } = startCommand(commands[name]?.() ?? [], {
      DATABASE_URL: `file:${at('site.db')}`,
    });
    await Promise.race([untilMoment(moment), result]);
    const since = performance.now();
    child.kill(signal);
    const { code, error } = await result;
    expect(performance.now() - since).toBeLessThan(6_000);
    const interrupted = 128 + constants.signals[signal];
    // After a time, a fast machine may be done already, and a slow one not have begun (null); in the middle it may not.
    expect(typeof moment === 'string' ? [interrupted] : [0, interrupted, null], error).toContain(code);
    expect(error).toBe('');
    expect(processesOfFolder()).toEqual([]);
    const left = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    expect(left.filter((file) => /part|restoring/.test(file))).toEqual([]);
    for (const file of left.filter((file) => file.endsWith('.db')))
      expect(new Sqlite(at(file), { readonly: true }).pragma('integrity_check', { simple: true }), file).toBe(
        'ok',
      );
  },
);

test('a command whose work no longer reads signals ends all the same', () => {
  const script = `import { runCommand } from './scripts/console/command.mjs';
    import { runInteractive } from './scripts/console/child.mjs';
    await runCommand(async () => {
      const busy = runInteractive(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); for (;;);']);
      setTimeout(() => process.kill(process.pid, 'SIGTERM'), 500);
      await busy;
    });`;
  const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, SWITCHYARD_TEST: folder },
    timeout: 20_000,
  });
  expect(status).toBe(143);
  expect(processesOfFolder()).toEqual([]);
});
