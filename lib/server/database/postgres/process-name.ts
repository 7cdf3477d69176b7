import os from 'node:os';
import { version } from '@/lib/config/releases';

/** PostgreSQL cuts longer names. */
const MOST_BYTES = 63;

/** This process in PostgreSQL's list of connections, `pg_stat_activity`. */
export const processName = (): string =>
  `switchyard ${version} process ${process.pid} on ${os.hostname()}`.slice(0, MOST_BYTES);
