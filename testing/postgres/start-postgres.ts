import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runChild } from '@/scripts/console/child.mjs';
import { Stop } from '@/scripts/console/stop.mjs';
import { probePort } from '@/server/http/connections/listen';
import { type ServerProcess, startServerProcess } from '@/testing/run/server-process';
import { requirePostgres } from './postgres-programs';
import { databaseUrl, runOn } from './run-on';

/** PostgreSQL refuses to run as root, who runs it as the user nobody. */
const NOBODY = 65_534;
const asNobody = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];

/** How a server ends: fast rolls open transactions back; immediate is a crash, which the next start recovers from. */
type Shutdown = 'fast' | 'immediate';
const signals = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const;

/** A PostgreSQL server of its own, which only this machine can reach. */
export interface PostgresServer {
  /** The folder of its data and its socket. */
  folder: string;
  /** @param database an existing database */
  url(database: string): string;
  /**
   * Creates a database.
   * @param options.template the database to copy, without any connections
   * @returns its URL
   */
  createDatabase(name: string, options?: { template?: string }): Promise<string>;
  /**
   * Ends the server, and starts it again on the same port and data.
   * @param whileAway runs while there is no server
   */
  restart(how: Shutdown, whileAway?: () => Promise<void>): Promise<void>;
  /** Ends it and removes its folder. */
  stop(): Promise<void>;
}

interface PostgresOptions {
  /** Whether commits are written through to the disk, as in production; without it, everything is faster. */
  durable?: boolean;
  /** The certificate and the key with which it offers TLS. */
  tls?: { cert: string; key: string };
}

/**
 * Makes a PostgreSQL cluster in a temporary folder and serves it on a free port of 127.0.0.1. PostgreSQL is installed
 * first, if it is missing and this user may.
 *
 * @throws Stop if there is no PostgreSQL, or it can't start
 */
export async function startPostgres({ durable = true, tls }: PostgresOptions = {}): Promise<PostgresServer> {
  const programs = await requirePostgres();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'switchyard-postgres-'));
  const remove = () => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  // Also after a failure, and a signal.
  process.once('exit', remove);
  const isRoot = process.getuid?.() === 0;
  const password = randomBytes(18).toString('base64url');
  const data = await makeCluster({ programs, folder, password, isRoot });
  const port = await probePort({ host: '127.0.0.1', port: 0 });
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    max_connections: 200,
    fsync: durable ? 'on' : 'off',
    ...(tls && { ssl: 'on', ...keepForPostgres(folder, tls, isRoot) }),
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const start = () => {
    const [program = '', ...args] = [
      ...(isRoot ? asNobody : []),
      path.join(programs, 'postgres'),
      '-D',
      data,
      ...options,
    ];
    return startServerProcess([program, ...args], {
      env: { LC_ALL: 'C' },
      isReady: (output) => output.includes('ready to accept connections'),
    });
  };
  let server = await start();
  const url = (database: string) =>
    databaseUrl(`postgresql://postgres:${password}@127.0.0.1:${port}`, database);
  return {
    folder,
    url,
    createDatabase: async (name, { template = 'template0' } = {}) => {
      await runOn(url('postgres'), `CREATE DATABASE "${name}" TEMPLATE "${template}"`);
      return url(name);
    },
    restart: async (how, whileAway) => {
      await end(server, how);
      await whileAway?.();
      server = await start();
    },
    stop: async () => {
      await end(server, 'fast');
      remove();
      process.off('exit', remove);
    },
  };
}

async function end({ pid, ended }: ServerProcess, how: Shutdown): Promise<void> {
  process.kill(pid, signals[how]);
  await ended;
}

interface Cluster {
  programs: string;
  folder: string;
  password: string;
  isRoot: boolean;
}

/** @returns the folder of its data */
async function makeCluster({ programs, folder, password, isRoot }: Cluster): Promise<string> {
  const data = path.join(folder, 'data');
  const passwordFile = path.join(folder, 'password');
  fs.writeFileSync(passwordFile, password, { mode: 0o600 });
  if (isRoot) for (const place of [folder, passwordFile]) fs.chownSync(place, NOBODY, NOBODY);
  const [program = '', ...args] = [
    ...(isRoot ? asNobody : []),
    path.join(programs, 'initdb'),
    ...['-D', data, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`],
    ...['--encoding=UTF8', '--no-locale', '--no-sync'],
  ];
  const { code, output } = await runChild(program, args, { env: { LC_ALL: 'C' } });
  if (code !== 0) throw new Stop("PostgreSQL couldn't make a cluster; the lines above say why.", output);
  fs.rmSync(passwordFile);
  return data;
}

/** PostgreSQL takes a key only from a file that nobody else can read. */
function keepForPostgres(folder: string, { cert, key }: { cert: string; key: string }, isRoot: boolean) {
  const files = { ssl_cert_file: `${folder}/server.crt`, ssl_key_file: `${folder}/server.key` };
  for (const [file, text] of [
    [files.ssl_cert_file, cert],
    [files.ssl_key_file, key],
  ] as const) {
    fs.writeFileSync(file, text, { mode: 0o600 });
    if (isRoot) fs.chownSync(file, NOBODY, NOBODY);
  }
  return files;
}
