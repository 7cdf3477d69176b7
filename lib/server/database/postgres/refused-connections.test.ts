import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseState } from '@/lib/server/database/migrations/database-state';
import { deployMigrations } from '@/lib/server/database/migrations/deploy-migrations';
import { probePort } from '@/server/http/connections/listen';
import { runOn } from '@/testing/postgres/run-on';
import { type PostgresServer, startPostgres } from '@/testing/postgres/start-postgres';
import { installDebianPackages } from '@/testing/run/debian-packages';
import { type ServerProcess, startServerProcess } from '@/testing/run/server-process';
import { onPostgres } from '@/testing/test-database';

/** Makes a private authority, and a certificate of it for the host name localhost. */
function makeCertificates(folder: string) {
  const at = (name: string) => path.join(folder, name);
  const openssl = (command: string) => execFileSync('openssl', command.split(' '), { stdio: 'ignore' });
  const key = '-newkey rsa:2048 -nodes -days 2';
  openssl(`req -x509 ${key} -subj /CN=authority -keyout ${at('ca.key')} -out ${at('ca.crt')}`);
  openssl(`req -x509 ${key} -subj /CN=other -keyout ${at('other.key')} -out ${at('other.crt')}`);
  openssl(`req ${key} -subj /CN=localhost -keyout ${at('server.key')} -out ${at('server.csr')}`);
  fs.writeFileSync(at('names'), 'subjectAltName=DNS:localhost');
  openssl(
    `x509 -req -days 2 -in ${at('server.csr')} -CA ${at('ca.crt')} -CAkey ${at('ca.key')} -CAcreateserial -extfile ${at('names')} -out ${at('server.crt')}`,
  );
  fs.writeFileSync(at('no.crt'), 'no certificate');
  return { cert: fs.readFileSync(at('server.crt'), 'utf8'), key: fs.readFileSync(at('server.key'), 'utf8') };
}

describe.runIf(onPostgres)('connections to a PostgreSQL with TLS', () => {
  let folder: string;
  let postgres: PostgresServer;
  let url: string;
  beforeAll(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'switchyard-tls-'));
    postgres = await startPostgres({ durable: false, tls: makeCertificates(folder) });
    url = await postgres.createDatabase('site');
    await deployMigrations(url);
  });
  afterAll(async () => {
    await postgres?.stop();
    fs.rmSync(folder, { recursive: true });
  });

  /** "current", or the sentence that refuses the start. */
  const outcome = (address: string) =>
    databaseState(address).then(
      ({ kind }) => kind,
      (error: Error) => error.message,
    );
  const withMode = (mode: string, root = '', host = 'localhost') =>
    outcome(
      `${url.replace('127.0.0.1', host)}?sslmode=${mode}${root && `&sslrootcert=${path.join(folder, root)}`}`,
    );
  const AUTHORITY =
    /has a certificate of an authority that isn't trusted here\. Name the authority's file with sslrootcert/;

  test.each([
    ['disable', ''],
    ['allow', ''],
    ['prefer', ''],
    ['require', ''],
    ['require', 'ca.crt'],
    ['verify-ca', 'ca.crt'],
    ['verify-full', 'ca.crt'],
  ])('sslmode=%s with the root file "%s" connects', async (mode, root) => {
    expect(await withMode(mode, root)).toBe('current');
  });

  test.each([
    ['require', 'other.crt', AUTHORITY],
    ['verify-ca', '', /sslmode=verify-ca needs sslrootcert/],
    ['verify-ca', 'other.crt', AUTHORITY],
    ['verify-full', '', AUTHORITY],
    ['verify-full', 'other.crt', AUTHORITY],
    [
      'verify-full',
      'none.crt',
      /none\.crt, which sslrootcert in DATABASE_URL names, can't be read \(ENOENT\)\./,
    ],
    ['verify-full', 'no.crt', /no\.crt, which sslrootcert in DATABASE_URL names, contains no certificate\./],
  ])('sslmode=%s with the root file "%s" is refused with its cause', async (mode, root, cause) => {
    expect(await withMode(mode, root)).toMatch(cause);
  });

  test('the name of the certificate counts for verify-full alone', async () => {
    expect(await withMode('verify-ca', 'ca.crt', '127.0.0.1')).toBe('current');
    expect(await withMode('verify-full', 'ca.crt', '127.0.0.1')).toMatch(
      /has a certificate for another name\./,
    );
  });

  const asRole = (name: string, database = 'site') => {
    const address = new URL(postgres.url(database));
    address.username = name;
    address.password = 'secret';
    return address.href;
  };
  const makeRole = (name: string, rights: string) =>
    runOn(url, `CREATE ROLE ${name} LOGIN PASSWORD 'secret'; ${rights}`, { inItself: true });

  test('a role without a right gets the SQL that grants it, and works once it is run', async () => {
    await makeRole('clerk', 'SELECT 1');
    const refusal = await outcome(asRole('clerk'));
    expect(refusal).toMatch(
      /^The user clerk of the database .+ needs the rights to read and write \d+ tables\. /,
    );
    const sql = /run: (.+)$/.exec(refusal)?.[1] ?? '';
    await runOn(url, sql, { inItself: true });
    expect(await outcome(asRole('clerk'))).toBe('current');
  });

  test("a role that can't create tables is refused only if there are tables to create", async () => {
    await makeRole('guest', 'SELECT 1');
    const empty = await postgres.createDatabase('empty');
    const refusal = await outcome(asRole('guest', 'empty'));
    expect(refusal).toMatch(
      /needs the right CREATE on the schema public\. .* run: GRANT CREATE ON SCHEMA public TO "guest";$/,
    );
    await runOn(empty, 'GRANT CREATE ON SCHEMA public TO "guest"', { inItself: true });
    await deployMigrations(asRole('guest', 'empty'));
    expect(await outcome(asRole('guest', 'empty'))).toBe('current');
  });

  test('a role without temporary tables, with a time limit, that only reads by default works', async () => {
    await runOn(url, 'REVOKE TEMP ON DATABASE site FROM PUBLIC');
    await makeRole(
      'strict',
      `ALTER ROLE strict SET statement_timeout = 1;
      ALTER ROLE strict SET default_transaction_read_only = on`,
    );
    await postgres.createDatabase('strictly');
    await runOn(url, 'ALTER DATABASE strictly OWNER TO strict; ');
    await deployMigrations(asRole('strict', 'strictly'));
    expect(await outcome(asRole('strict', 'strictly'))).toBe('current');
  });

  test("the tables of others don't count, neither to serve nor to migrate", async () => {
    await makeRole('tenant', 'SELECT 1');
    const shared = await postgres.createDatabase('shared');
    await runOn(url, 'ALTER DATABASE shared OWNER TO tenant');
    await deployMigrations(asRole('tenant', 'shared'));
    const asOwner = (sql: string) => runOn(shared, sql, { inItself: true });
    await asOwner('CREATE TABLE notes (id int)');
    expect(await outcome(asRole('tenant', 'shared'))).toBe('current');
    await asOwner(
      `DELETE FROM _prisma_migrations WHERE migration_name LIKE '0016%'; ALTER TABLE "Plan" OWNER TO postgres; GRANT ALL ON "Plan" TO tenant`,
    );
    const refusal = await outcome(asRole('tenant', 'shared'));
    expect(refusal).toMatch(/run: ALTER TABLE "Plan" OWNER TO "tenant";$/);
    await asOwner(/run: (.+)$/.exec(refusal)?.[1] ?? '');
    expect(await outcome(asRole('tenant', 'shared'))).toBe('behind');
  });

  test.for(['', 'ignore_startup_parameters = options'])(
    'PgBouncer with transaction pooling is refused (%s)',
    async (setting, { skip }) => {
      const pooler = await startPooler(setting);
      if (!pooler) return skip('PgBouncer is missing.');
      try {
        expect(await outcome(pooler.url)).toMatch(
          /is behind a pooler, such as PgBouncer.*\. Name PostgreSQL itself in DATABASE_URL\.$/,
        );
      } finally {
        await pooler.server.stop();
      }
    },
  );

  /** @returns undefined if this machine has no PgBouncer and can't get it */
  async function startPooler(setting: string): Promise<{ url: string; server: ServerProcess } | undefined> {
    const program = '/usr/sbin/pgbouncer';
    if (!fs.existsSync(program)) await installDebianPackages('pgbouncer', 'PgBouncer', ['pgbouncer']);
    if (!fs.existsSync(program)) return undefined;
    const { port, password } = new URL(url);
    const own = await probePort({ host: '127.0.0.1', port: 0 });
    const ini = path.join(folder, 'pgbouncer.ini');
    const lines = [
      '[databases]',
      `site = host=127.0.0.1 port=${port} user=postgres password=${password}`,
      '[pgbouncer]',
      `listen_addr = 127.0.0.1\nlisten_port = ${own}\nunix_socket_dir =\nauth_type = any\npool_mode = transaction`,
      setting,
    ];
    fs.writeFileSync(ini, lines.join('\n'));
    fs.chmodSync(folder, 0o755);
    const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
    const server = await startServerProcess([program, ...user, ini], {
      env: {},
      isReady: (output) => output.includes('listening on 127.0.0.1'),
    });
    return { url: `postgresql://anyone@127.0.0.1:${own}/site`, server };
  }
});
