import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { DatabaseUnavailable, databaseFailure } from '@/lib/server/database/database-failure';
import { databaseState } from '@/lib/server/database/migrations/database-state';
import { UnfitDatabase } from '@/lib/server/database/postgres/refuse-unfit';

/** How long (ms) a write waits for the schema to be looked at again. */
const PATIENCE_MS = 3_000;

/**
 * Whether this process knows the current schema. A deploy waits for the lock that each process that serves keeps
 * on its signals' connection. While a process lacks that lock, a deploy may migrate, so writes wait for a look with it.
 * Commands, which don't listen, write without the lock.
 */
export class PostgresSchemaWatch {
  #changed: DatabaseUnavailable | undefined;
  /** While the lock is wanted and not held. */
  #look: PromiseWithResolvers<void> | undefined;

  constructor(readonly url: string) {}

  /** @throws DatabaseUnavailable from the first look on that found another schema */
  assertUnchanged(): void {
    if (this.#changed) throw this.#changed;
  }

  /** The same, after the next look if the lock isn't held. */
  async assertForWrite(): Promise<void> {
    this.assertUnchanged();
    if (!this.#look) return;
    const patience = new AbortController();
    const isOver = delay(PATIENCE_MS, true, { signal: patience.signal }).catch(() => true);
    const isLate = await Promise.race([this.#look.promise.then(() => false), isOver]);
    patience.abort();
    if (isLate) throw new DatabaseUnavailable('unreachable');
    this.assertUnchanged();
  }

  /** Lets writes wait for the next look. */
  holdWrites(): void {
    this.#look ??= Promise.withResolvers();
  }

  /** Looks, with the lock held. @throws the failure, which may pass, if the migrations can't be compared */
  async look(): Promise<void> {
    try {
      const { kind } = await databaseState(this.url);
      if (kind !== 'current') this.#changed ??= changed(new Error('The database lacks migrations.'));
    } catch (error) {
      if (databaseFailure(error) || error instanceof UnfitDatabase) throw error;
      this.#changed ??= changed(error);
    }
    this.#look?.resolve();
    this.#look = undefined;
  }

  /** Refuses the connections of a pool from the first look on that found another schema. */
  guard(pool: pg.Pool): pg.Pool {
    const connect = pool.connect.bind(pool) as (callback?: Connected) => unknown;
    const guarded = (callback?: Connected) => {
      if (!this.#changed) return connect(callback);
      return callback ? callback(this.#changed, undefined, () => {}) : Promise.reject(this.#changed);
    };
    pool.connect = guarded as typeof pool.connect;
    return pool;
  }
}

type Connected = (error: Error, client: undefined, done: () => void) => void;

const changed = (cause: unknown) => new DatabaseUnavailable('changed', { cause });
