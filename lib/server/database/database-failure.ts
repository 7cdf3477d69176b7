import { isError } from '@/lib/server/logging/plain-error';
import { Stop } from '@/scripts/console/stop.mjs';

/** Why the database failed a valid statement; `overloaded` means that too many writes were waiting. */
type DatabaseFailure = 'overloaded' | 'locked' | 'full' | 'read-only' | 'damaged' | 'missing' | 'disk';

interface KnownFailure {
  failure: DatabaseFailure;
  /** SQLite's result codes. */
  sqlite: RegExp;
  /** The file system's codes for the same. */
  system?: RegExp;
  /** What happened and what to do, after "The database FILE". */
  sentence: string;
}

const UNWRITABLE =
  "can't be written. Give this user the right to write the file and its folder, or name another file in DATABASE_URL.";

const knownFailures: KnownFailure[] = [
  {
    failure: 'locked',
    sqlite: /^SQLITE_(BUSY|LOCKED)/,
    sentence: 'is held by another process. End the one that migrates or writes it and run the command again.',
  },
  {
    failure: 'full',
    sqlite: /^SQLITE_FULL/,
    system: /^ENOSPC$/,
    sentence: "couldn't be written: the disk is full. Free some space and run the command again.",
  },
  {
    failure: 'read-only',
    sqlite: /^SQLITE_(READONLY|PERM|AUTH)/,
    system: /^(EACCES|EPERM|EROFS|ENOTDIR|EISDIR|EEXIST)$/,
    sentence: UNWRITABLE,
  },
  {
    failure: 'damaged',
    sqlite: /^SQLITE_NOTADB/,
    sentence: "isn't a SQLite database. Name another file, or move this one away.",
  },
  {
    failure: 'damaged',
    sqlite: /^SQLITE_CORRUPT/,
    sentence: "is damaged. Restore a backup that isn't, or move it away to start with a new one.",
  },
  { failure: 'missing', sqlite: /^SQLITE_CANTOPEN/, sentence: UNWRITABLE },
  {
    failure: 'disk',
    sqlite: /^SQLITE_IOERR/,
    system: /^EIO$/,
    sentence: "couldn't be read or written: the disk reports an error. Check it, or use another.",
  },
];

/** The database can't take a write at the moment. Nothing was stored. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';

  constructor(
    readonly failure: DatabaseFailure,
    options: { cause?: unknown } = {},
  ) {
    super(`The database can't be written: ${failure}`, options);
  }

  /** Recognizes errors of any copy of this module: the server in front and Next's bundle have one each. */
  static override [Symbol.hasInstance](error: unknown): boolean {
    return isError(error) && error.name === 'DatabaseUnavailable';
  }
}

/**
 * What is wrong with the database itself, even if SQLite's error has been wrapped.
 * @returns undefined for any other error, such as a broken constraint or a bug
 */
export function databaseFailure(error: unknown): DatabaseFailure | undefined {
  for (const inner of errorsInside(error)) {
    if (inner instanceof DatabaseUnavailable) return inner.failure;
    const code = codeOf(inner);
    const known = knownFailures.find(({ sqlite }) => sqlite.test(code));
    if (known) return known.failure;
  }
  return undefined;
}

/**
 * The code of an error, as SQLite or the file system names it.
 * @param error from either, better-sqlite3 or Prisma, bare or wrapped
 * @returns empty if it has none
 */
export function sqliteCode(error: unknown): string {
  for (const inner of errorsInside(error)) {
    const code = codeOf(inner);
    if (/^(SQLITE_\w+|E[A-Z0-9]+)$/.test(code)) return code;
  }
  return '';
}

/** A known cause in one sentence for everyone to read, so it names no file. */
export function databaseFailureCause(error: unknown): string | undefined {
  const sentence = sentenceFor(error);
  return sentence && `The database ${sentence.split('.', 1)[0]}.`;
}

/**
 * @param error from the file system, better-sqlite3 or Prisma, bare or wrapped
 * @param file the database
 * @returns a `Stop` that says what to do if the cause is known, otherwise the error itself
 */
export function explainDatabaseFailure(error: unknown, file: string): unknown {
  const sentence = error instanceof Stop ? undefined : sentenceFor(error);
  return sentence ? Object.assign(new Stop(`The database ${file} ${sentence}`), { cause: error }) : error;
}

function sentenceFor(error: unknown): string | undefined {
  const code = sqliteCode(error);
  const failure = databaseFailure(error);
  const known =
    knownFailures.find(({ sqlite, system }) => sqlite.test(code) || system?.test(code)) ??
    knownFailures.find((one) => one.failure === failure);
  if (known) return known.sentence;
  // Other errors of the file system: a name that is too long, circular links, a folder that can't be created.
  return code.startsWith('E')
    ? "can't be made or opened there. Name another file in DATABASE_URL."
    : undefined;
}

const codeOf = ({ originalCode, code }: Record<string, unknown>) => String(originalCode ?? code ?? '');

/** An error and those inside, outermost first: Prisma puts the adapter's in `meta`, the adapter SQLite's in `cause`. */
function* errorsInside(error: unknown): Generator<Record<string, unknown>> {
  for (let inner = error; isRecord(inner); ) {
    yield inner;
    const { meta, cause }: Record<string, unknown> = inner;
    inner = isRecord(meta) && meta.driverAdapterError ? meta.driverAdapterError : cause;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
