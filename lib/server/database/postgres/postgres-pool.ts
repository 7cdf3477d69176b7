import { X509Certificate } from 'node:crypto';
import fs from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import pg from 'pg';
import { Stop } from '@/scripts/console/stop.mjs';

/** How long (ms) a call waits for a connection, new or free. */
const CONNECT_MS = 3_000;
/** How long (ms) a transaction waits for a lock that another one holds. */
const LOCK_MS = 3_500;
/**
 * How long (ms) a statement may wait for its response: a database that is gone may never send one. A call fails within
 * five seconds, including the count of its rate limits.
 */
const ANSWER_MS = 4_000;
/** How much earlier (ms) the server ends a statement. */
const GIVES_UP_MS = 200;
/** How long (ms) a transaction may do nothing before PostgreSQL ends it. */
const IDLE_MS = 60_000;
/**
 * After 25 s, PostgreSQL ends the connection of a machine that lost its power, with its locks. By default, that takes two
 * hours. While data is unacknowledged, Linux sends no keepalives: the last setting (ms) bounds that.
 */
const KEEPALIVE = {
  tcp_keepalives_idle: 10,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 25_000,
};

/**
 * PostgreSQL refuses U+0000 in texts. Stored texts have none (lib/validation), but a caller may look for one: it finds
 * nothing, as on SQLite. A connection on which a statement stays unanswered is closed.
 */
class Client extends pg.Client {
  override query = ((...request: unknown[]) => {
    const [statement] = request;
    if (
      typeof statement === 'object' &&
      statement !== null &&
      'values' in statement &&
      Array.isArray(statement.values)
    )
      statement.values = statement.values.map((value: unknown) =>
        typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value,
      );
    const result = (super.query as (...request: unknown[]) => unknown)(...request);
    if (result instanceof Promise) result.catch((error: Error) => this.#endUnanswered(error));
    return result;
  }) as pg.Client['query'];

  /** Later statements, such as ROLLBACK, would wait behind the statement without a response. */
  #endUnanswered({ message }: Error): void {
    if (message === 'Query read timeout') this.end().catch(() => {});
  }
}

interface PoolOptions {
  /** How many connections it has at most. */
  connections: number;
  /** PostgreSQL refuses every write on the connections of a reader. */
  readOnly: boolean;
  /** Whether statements are sent without waiting for the responses to earlier ones; they still run in order. */
  pipeline?: boolean;
  /**
   * How long (ms) a statement may wait for its response; 0: as long as it takes, for commands. Default: as long as a
   * statement of a call.
   */
  answerMs?: number;
}

/**
 * Connections to a PostgreSQL database, opened as they are needed, and again after they have failed.
 * @param url `postgresql://…`
 */
export function openPool(
  url: string,
  { connections, readOnly, pipeline = false, answerMs = ANSWER_MS }: PoolOptions,
): pg.Pool {
  // The URL's own options would replace these.
  const connection = new URL(url);
  const options = connection.searchParams.get('options') ?? '';
  connection.searchParams.delete('options');
  const ssl = takeTlsOptions(connection.searchParams);
  const settings = {
    default_transaction_read_only: readOnly ? 'on' : 'off',
    lock_timeout: LOCK_MS,
    idle_in_transaction_session_timeout: IDLE_MS,
    timezone: 'UTC',
    // The server gives up first, so that it doesn't work on for nobody.
    statement_timeout: answerMs === 0 ? 0 : answerMs - GIVES_UP_MS,
    // Whatever the database or its user have as defaults.
    datestyle: 'ISO',
    default_transaction_isolation: 'read\\ committed',
    search_path: 'public',
    ...KEEPALIVE,
  };
  const pool = new pg.Pool({
    Client,
    connectionString: connection.href,
    ssl,
    max: connections,
    pipeline,
    application_name: 'switchyard',
    connectionTimeoutMillis: Math.min(CONNECT_MS, answerMs || CONNECT_MS),
    query_timeout: answerMs,
    keepAlive: true,
    options: [options, ...Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)].join(' '),
  });
  // An idle connection that breaks is replaced; without a listener it would end the process.
  pool.on('error', () => {});
  return pool;
}

/**
 * How a connection is encrypted, by the parameters of the URL as libpq reads them. By contrast, pg itself takes
 * `require` and `prefer` for `verify-full`. Unlike libpq, this doesn't connect again without encryption if a server
 * refuses `prefer`.
 *
 * @param parameters of DATABASE_URL; those for TLS are removed
 * @returns false for a connection in plain text, which is also the default
 * @throws Stop if a file can't be read
 */
function takeTlsOptions(parameters: URLSearchParams): ConnectionOptions | false {
  const take = (name: string) => {
    const value = parameters.get(name) ?? undefined;
    parameters.delete(name);
    return value;
  };
  const mode = take('sslmode') ?? 'disable';
  const [root, cert, key] = [take('sslrootcert'), take('sslcert'), take('sslkey')];
  if (mode === 'disable' || mode === 'allow') return false;
  const ca = root === undefined || root === 'system' ? undefined : readCertificates(root);
  if (mode === 'verify-ca' && !ca)
    throw new Stop('In DATABASE_URL, sslmode=verify-ca needs sslrootcert, the file of the authority.');
  return {
    ...(ca && { ca }),
    ...(cert && { cert: readFile(cert, 'sslcert') }),
    ...(key && { key: readFile(key, 'sslkey') }),
    // With an authority, `require` checks the certificate too.
    rejectUnauthorized: mode.startsWith('verify-') || (mode === 'require' && ca !== undefined),
    ...(mode !== 'verify-full' && { checkServerIdentity: () => undefined }),
  };
}

function readFile(file: string, parameter: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    throw new Stop(
      `The file ${file}, which ${parameter} in DATABASE_URL names, can't be read (${(error as NodeJS.ErrnoException).code}).`,
    );
  }
}

function readCertificates(file: string): string {
  const text = readFile(file, 'sslrootcert');
  try {
    new X509Certificate(text);
    return text;
  } catch {
    throw new Stop(`The file ${file}, which sslrootcert in DATABASE_URL names, contains no certificate.`);
  }
}
