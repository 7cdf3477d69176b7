import pg from 'pg';

/** How long (ms) a call waits for a connection, new or free. */
const CONNECT_MS = 3_000;
/** How long (ms) a transaction waits for a lock that another one holds. */
const LOCK_MS = 4_000;
/** How long (ms) a statement may stay without an answer: a database that is gone may never send one. */
const READ_MS = 4_500;
const WRITE_MS = 60_000;

/**
 * PostgreSQL refuses U+0000 in texts. Stored texts have none (lib/validation), but a caller may look for one: it finds
 * nothing, as on SQLite.
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
    return (super.query as (...request: unknown[]) => unknown)(...request);
  }) as pg.Client['query'];
}

interface PoolOptions {
  /** How many connections it has at most. */
  connections: number;
  /** PostgreSQL refuses every write on the connections of a reader. */
  readOnly: boolean;
  /**
   * How long (ms) a statement may stay without an answer; 0: as long as it takes, for commands. By default as long as
   * reads or writes may take.
   */
  answerMs?: number;
}

/**
 * Connections to a PostgreSQL database, opened as they are needed, and again after they have failed.
 * @param url `postgresql://…`
 */
export function openPool(
  url: string,
  { connections, readOnly, answerMs = readOnly ? READ_MS : WRITE_MS }: PoolOptions,
): pg.Pool {
  const settings = {
    default_transaction_read_only: readOnly ? 'on' : 'off',
    lock_timeout: LOCK_MS,
    idle_in_transaction_session_timeout: WRITE_MS,
    timezone: 'UTC',
  };
  const pool = new pg.Pool({
    Client,
    connectionString: url,
    max: connections,
    application_name: 'switchyard',
    connectionTimeoutMillis: Math.min(CONNECT_MS, answerMs || CONNECT_MS),
    query_timeout: answerMs,
    keepAlive: true,
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  });
  // An idle connection that breaks is replaced; without a listener it would end the process.
  pool.on('error', () => {});
  return pool;
}
