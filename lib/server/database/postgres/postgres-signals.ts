import os from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { version } from '@/lib/config/releases';
import type { Signals } from '@/lib/server/database/database';
import { SERVING } from './advisory-locks';
import { openPool } from './postgres-pool';
import type { PostgresSchemaWatch } from './schema-watch';

/** PostgreSQL cuts longer names. */
const MOST_BYTES = 63;

/** This process in PostgreSQL's list of connections, `pg_stat_activity`. */
const processName = (): string =>
  `switchyard ${version} process ${process.pid} on ${os.hostname()}`.slice(0, MOST_BYTES);

const CHANNEL = 'switchyard';
/** The word of a deploy that migrates. */
const SCHEMA_CHANGED = 'schema-changed';
/** Sent by a deploy in its transaction. */
export const notifySchemaChanged = `SELECT pg_notify('${CHANNEL}', '["${SCHEMA_CHANGED}"]')`;
/** How long (ms) after a broken connection the next one is tried. */
const AGAIN_MS = 1_000;
/**
 * How often (ms) the connection is tested: the network may hide its end from this process. With the time that the
 * test may take, this is less than PostgreSQL needs to give up the connection and its lock.
 */
const TEST_MS = 5_000;
/** Words of one notification: PostgreSQL takes 8,000 bytes. */
const WORDS_AT_ONCE = 100;

/**
 * Signals by LISTEN and NOTIFY, over a connection that stays. Without it, as while the database restarts or behind a
 * pooler that gives each transaction another connection, they are lost. The connection also keeps the lock of a process
 * that serves, so that no deploy migrates under it.
 */
export class PostgresSignals implements Signals {
  readonly #listeners = new Set<(word: string) => void>();
  readonly #pool: pg.Pool;
  readonly #closing = new AbortController();
  #connection: pg.PoolClient | null = null;
  #keeping: Promise<void> | undefined;
  #unsent = new Set<string>();
  #isSending = false;

  constructor(
    url: string,
    readonly schema: PostgresSchemaWatch,
  ) {
    this.#pool = openPool(url, { connections: 1, readOnly: false });
  }

  listen(listener: (word: string) => void): () => void {
    this.#listeners.add(listener);
    this.#keeping ??= this.#keepConnection();
    return () => this.#listeners.delete(listener);
  }

  send(word: string): void {
    if (!this.#connection) return;
    this.#unsent.add(word);
    if (!this.#isSending) void this.#sendAll(this.#connection);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#keeping;
    await this.#pool.end();
  }

  async #keepConnection(): Promise<void> {
    const { signal } = this.#closing;
    // The first write, too: a deploy may be migrating.
    this.schema.holdWrites();
    while (!signal.aborted) {
      const since = performance.now();
      // A failure is retried; until then, callers look for themselves.
      await this.#listenUntilBroken().catch(() => {});
      if (performance.now() - since < AGAIN_MS)
        await delay(AGAIN_MS, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  async #listenUntilBroken(): Promise<void> {
    const connection = await this.#pool.connect();
    const { signal } = this.#closing;
    const { promise: isBroken, resolve: onBroken } = Promise.withResolvers<void>();
    // Also later ones: an error without a listener would end the process.
    connection.on('error', () => onBroken());
    connection.once('end', onBroken);
    signal.addEventListener('abort', () => onBroken(), { once: true });
    // It may have been closed while it connected.
    if (signal.aborted) onBroken();
    const testing = setInterval(() => connection.query('SELECT 1').catch(onBroken), TEST_MS).unref();
    try {
      connection.on('notification', ({ processId, payload = '[]' }) => {
        if (processId === connectionId(connection)) return;
        for (const word of JSON.parse(payload)) {
          // If the look fails, the next connection repeats it.
          if (word === SCHEMA_CHANGED) this.schema.look().catch(onBroken);
          else for (const tell of this.#listeners) tell(word);
        }
      });
      // A signal is worth no flush to the disk: PostgreSQL forgets all of them when it ends.
      await connection.query('SET synchronous_commit = off');
      await connection.query("SELECT set_config('application_name', $1, false)", [processName()]);
      // Waits while a deploy migrates.
      await connection.query(`SELECT pg_advisory_lock_shared(${SERVING})`);
      await this.schema.look();
      await connection.query(`LISTEN ${CHANNEL}`);
      this.#connection = signal.aborted ? null : connection;
      await isBroken;
    } finally {
      clearInterval(testing);
      if (!signal.aborted) this.schema.holdWrites();
      this.#connection = null;
      this.#unsent.clear();
      connection.release(true);
    }
  }

  async #sendAll(connection: pg.PoolClient): Promise<void> {
    this.#isSending = true;
    try {
      while (this.#unsent.size > 0) {
        const words = [...this.#unsent].slice(0, WORDS_AT_ONCE);
        for (const word of words) this.#unsent.delete(word);
        await connection.query('SELECT pg_notify($1, $2)', [CHANNEL, JSON.stringify(words)]);
      }
    } catch {
      // The connection is about to be replaced.
    } finally {
      this.#isSending = false;
    }
  }
}

/** PostgreSQL's number of the connection, which pg's types omit. */
const connectionId = (connection: pg.PoolClient) =>
  (connection as unknown as { processID: number }).processID;
