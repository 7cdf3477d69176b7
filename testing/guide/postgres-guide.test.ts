import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deployMigrations } from '@/lib/server/database/migrations/deploy-migrations';
import { probePort } from '@/server/http/connections/listen';
import { findPostgres } from '@/testing/postgres/postgres-programs';
import { runOn } from '@/testing/postgres/run-on';
import { onPostgres } from '@/testing/test-database';
import { guideCommands } from './guide-commands';
import { guideShell } from './guide-shell';
import { makeServedCopy, type ServedCopy } from './served-copy';

const server = process.env.TEST_POSTGRES_URL ?? '';

describe.runIf(onPostgres)('the operating guide on PostgreSQL', () => {
  let copy: ServedCopy;
  let shell: ReturnType<typeof guideShell>;
  const port = { value: 0 };
  beforeAll(async () => {
    copy = makeServedCopy();
    port.value = await probePort({ host: '127.0.0.1', port: 0 });
    const { hostname, port: postgres, password } = new URL(server);
    // As the superuser, on the machine of PostgreSQL.
    const asSuperuser = { PGHOST: hostname, PGPORT: postgres, PGUSER: 'postgres', PGPASSWORD: password };
    const programs = Object.fromEntries(
      ['createuser', 'createdb'].map((name) => [name, path.join(findPostgres() ?? '', name)]),
    );
    shell = guideShell(
      copy,
      { PORT: String(port.value), DEMO_DATA: 'off', PUBLIC_URL: 'https://a.example', ...asSuperuser },
      programs,
    );
    const file = path.join(copy.folder, 'switchyard.db');
    await deployMigrations(`file:${file}`);
    if (copy.uid) fs.chownSync(file, copy.uid, copy.uid);
  });
  afterAll(async () => {
    shell.close();
    copy.remove();
    await runOn(server, 'DROP DATABASE IF EXISTS switchyard WITH (FORCE)');
    await runOn(server, 'DROP ROLE IF EXISTS switchyard');
  });

  const forThisMachine = (text: string) =>
    text
      // It asks for the password at a terminal.
      .replace('--pwprompt ', '')
      .replace(/--host=db\.internal/, `--host=${new URL(server).hostname}`)
      .replace(/db\.(example:5432|internal)/, new URL(server).host)
      .replace('?sslmode=verify-full', '')
      .replace('data/switchyard.db', path.join(copy.folder, 'switchyard.db'));

  test.each(['Run on PostgreSQL', 'Move from SQLite to PostgreSQL'])(
    '%s: every command works',
    async (section) => {
      await runOn(server, 'DROP DATABASE IF EXISTS switchyard WITH (FORCE)');
      for (const { text } of guideCommands().filter((command) => command.section === section)) {
        const line = forThisMachine(text);
        if (/^npm start/.test(text)) {
          const end = await shell.serve(line);
          expect((await end('SIGTERM')).out).toContain('"msg":"Ended"');
          continue;
        }
        const { code, out } = await shell.run(line);
        expect({ line, code, out }).toEqual({ line, code: 0, out });
        if (text.startsWith('createuser')) await runOn(server, "ALTER ROLE switchyard PASSWORD 'PASSWORD'");
      }
    },
  );

  test('a worker that starts first migrates the database', async () => {
    await runOn(server, 'DROP DATABASE IF EXISTS switchyard WITH (FORCE)');
    await runOn(server, 'CREATE DATABASE switchyard OWNER switchyard TEMPLATE template0');
    const end = await shell.serve('npm run worker');
    const { out } = await end('SIGTERM');
    expect(out).toMatch(/migrations applied/);
    expect(out).toContain('"msg":"Ended"');
  });
});
