import os from 'node:os';
import { newestRelease } from '@/lib/server/database/migrations/releases';

/** PostgreSQL cuts longer names. */
const MOST_BYTES = 63;

/** This process in PostgreSQL's list of connections, `pg_stat_activity`. */
export const processName = (): string =>
  `switchyard ${newestRelease()} process ${process.pid} on ${os.hostname()}`.slice(0, MOST_BYTES);
