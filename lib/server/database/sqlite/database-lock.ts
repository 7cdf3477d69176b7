import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import Sqlite from 'better-sqlite3';
import { fileIdentity } from '@/lib/config/database-url';
import { version } from '@/lib/config/releases';
import { databaseFailure, errorCode, explainDatabaseFailure } from '@/lib/server/database/database-failure';
import { Stop } from '@/scripts/console/stop.mjs';
import { isRunning, processStart } from '@/scripts/setup/running-process.mjs';

/** Why a process holds a database, and the advice in another process's error. */
const purposes = {
  serve: ['served', 'Stop that server, or name another file in DATABASE_URL'],
  migrate: ['migrated', 'Wait until it has ended and run the command again'],
  replace: ['replaced', 'Wait until it has ended and run the command again'],
} as const;
type Purpose = keyof typeof purposes;

/** The process that holds a database, by its own note. */
interface Holder {
  id: string;
  purpose: Purpose;
  pid: number;
  /** Null if the system doesn't say. */
  start: string | null;
  host: string;
  port: number | null;
  release: string;
  since: string;
}

/** Another process holds the database. */
export class DatabaseHeld extends Stop {
  /** @param holder null if it isn't known */
  constructor(
    file: string,
    readonly holder: Holder | null,
  ) {
    super(holder ? sentenceFor(file, holder) : unknownHolder(file));
  }
}

function sentenceFor(file: string, { purpose, pid, host, port, release, since }: Holder): string {
  const [held, remedy] = purposes[purpose];
  const place = [
    ...(host === os.hostname() ? [] : [`on ${host}`]),
    ...(port === null ? [] : [`port ${port}`]),
    `release ${release}`,
    `since ${since}`,
  ].join(', ');
  return `The database ${file} is being ${held} by process ${pid} (${place}). ${remedy}.`;
}

const unknownHolder = (file: string) =>
  `The database ${file} is held by a process that has locked ${lockFile(file)}. End that process and run the command again.`;

/** Holds a database until it is released, or the process ends in whatever way. */
export interface DatabaseLock {
  /** Whether its file is still there: without it, another process could lock the database too. */
  isIntact(): boolean;
  release(): void;
}

/** How long (ms) a lock without a known holder is tried again: another process is just taking or leaving it. */
const UNSETTLED_MS = 700;
const RETRY_MS = 20;

/** A file next to the database, since SQLite's own locks last only as long as a transaction or a connection. */
const lockFile = (database: string): string => `${database}-server`;

/**
 * Takes the lock of a SQLite database: one process at a time serves, migrates, or replaces it. The lock is an open
 * transaction on a small database next to it. The kernel ends it with the process. Containers on the same volume notice
 * it, and all can read the holder's note in it.
 *
 * @param file the real path of the database, which may be missing
 * @throws DatabaseHeld if another process holds it; Stop if it can't be locked
 */
export function lockDatabase(file: string, purpose: Purpose, port: number | null = null): DatabaseLock {
  const { pid } = process;
  const since = `${new Date().toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  const note: Holder = {
    ...{ id: randomUUID(), purpose, pid, start: processStart(pid) },
    ...{ host: os.hostname(), port, release: version, since },
  };
  const until = performance.now() + UNSETTLED_MS;
  for (;;) {
    const { lock, holder } = tryLock(file, note);
    if (lock) return lock;
    const isKnown = holder !== null && holder.id !== note.id && mayRun(holder);
    if (isKnown || performance.now() >= until) throw new DatabaseHeld(file, isKnown ? holder : null);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
  }
}

/**
 * The process that holds a database.
 * @returns null if none does, it isn't known, or it is this one
 */
export function holderOf(file: string): Holder | null {
  let connection: Sqlite.Database | undefined;
  try {
    connection = new Sqlite(lockFile(file), { timeout: 0, fileMustExist: true });
    connection.exec('BEGIN IMMEDIATE; ROLLBACK');
    return null;
  } catch {
    const holder = connection ? readNote(connection) : null;
    return holder && !isThisProcess(holder) && mayRun(holder) ? holder : null;
  } finally {
    connection?.close();
  }
}

const isThisProcess = ({ host, pid }: Holder): boolean => host === os.hostname() && pid === process.pid;

/** A note outlives a process that was killed, until the next holder writes its own. */
const mayRun = ({ host, pid, start }: Holder): boolean => host !== os.hostname() || isRunning(pid, start);

/** Doesn't open an existing file: closing it again would end this process's own locks on it. */
function createFile(place: string): void {
  try {
    fs.closeSync(fs.openSync(place, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** @returns the lock; without it, the note of the process that holds it, if there is one */
function tryLock(file: string, note: Holder): { lock?: DatabaseLock; holder: Holder | null } {
  const place = lockFile(file);
  let connection: Sqlite.Database | undefined;
  try {
    createFile(place);
    const identity = fileIdentity(place);
    const opened = new Sqlite(place, { timeout: 0, fileMustExist: true });
    connection = opened;
    opened.exec('BEGIN IMMEDIATE');
    const isNoted = writeNote(opened, note);
    // A former holder may have removed the file, and another process may have come between the two transactions.
    const isOurs = () => identity === fileIdentity(place) && (!isNoted || readNote(opened)?.id === note.id);
    if (isOurs())
      return {
        lock: {
          isIntact: () => isSameFile(place, identity),
          release: () => release(opened, place, identity),
        },
        holder: null,
      };
    opened.close();
    return { holder: null };
  } catch (error) {
    const isHeld = databaseFailure(error) === 'locked';
    const holder = isHeld && connection ? readNote(connection) : null;
    connection?.close();
    if (isHeld || errorCode(error) === 'ENOENT') return { holder };
    throw explainLockFailure(error, file);
  }
}

/**
 * Commits the note, and begins the transaction that is the lock.
 * @returns false if the disk is full: a server can still be locked, and read
 */
function writeNote(connection: Sqlite.Database, note: Holder): boolean {
  try {
    connection.exec('CREATE TABLE IF NOT EXISTS "Holder" ("note" TEXT NOT NULL); DELETE FROM "Holder"');
    connection.prepare('INSERT INTO "Holder" VALUES (?)').run(JSON.stringify(note));
    connection.exec('COMMIT');
  } catch (error) {
    if (databaseFailure(error) !== 'full') throw error;
    if (connection.inTransaction) connection.exec('ROLLBACK');
    connection.exec('BEGIN IMMEDIATE');
    return false;
  }
  connection.exec('BEGIN IMMEDIATE');
  return true;
}

function readNote(connection: Sqlite.Database): Holder | null {
  try {
    return JSON.parse(String(connection.prepare('SELECT "note" FROM "Holder"').pluck().get() ?? 'null'));
  } catch {
    // It is just being written.
    return null;
  }
}

function isSameFile(place: string, identity: string): boolean {
  try {
    return fileIdentity(place) === identity;
  } catch {
    // It is gone.
    return false;
  }
}

/** Removes the file before the lock goes: a process that has opened it before notices that it is gone. */
function release(connection: Sqlite.Database, place: string, identity: string): void {
  try {
    if (connection.open && isSameFile(place, identity)) fs.rmSync(place);
  } catch {
    // Left behind, it hinders nobody.
  }
  connection.close();
}

function explainLockFailure(error: unknown, file: string): unknown {
  const place = lockFile(file);
  const code = errorCode(error);
  if (/^(SQLITE_IOERR_\w*LOCK|SQLITE_NOLFS|SQLITE_PROTOCOL|ENOLCK|EOPNOTSUPP)/.test(code))
    return new Stop(
      `The database ${file} can't be locked (${code}), so two servers could write it at once. Put it on a disk of this machine: network file systems often have no locks.`,
    );
  if (/^SQLITE_(NOTADB|CORRUPT)/.test(code))
    return new Stop(
      `${place} isn't the lock of a database. If no server uses ${file}, remove it and run the command again.`,
    );
  if (fs.existsSync(place) && /^(EACCES|EPERM|EISDIR|SQLITE_(READONLY|CANTOPEN|PERM))/.test(code))
    return new Stop(
      `The lock ${place} can't be written by this user (${code}). If no server uses ${file}, remove it and run the command again.`,
    );
  return explainDatabaseFailure(error, file);
}
