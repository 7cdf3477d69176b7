import { isRecord } from '@/lib/rules/json';
import { isError } from '@/lib/server/logging/plain-error';
import { Stop } from '@/scripts/console/stop.mjs';

/**
 * Why the database failed a valid statement.
 * - `overloaded`: too many writes were waiting.
 * - `uncertain`: the connection broke during a commit.
 * - `changed`: this process knows a different schema.
 */
type DatabaseFailure =
  | 'overloaded'
  | 'locked'
  | 'full'
  | 'read-only'
  | 'damaged'
  | 'missing'
  | 'changed'
  | 'disk'
  | 'unreachable'
  | 'slow'
  | 'uncertain';

interface KnownFailure {
  failure: DatabaseFailure;
  /** SQLite's result codes, PostgreSQL's SQLSTATEs, or what Prisma's adapter makes of them. */
  code?: RegExp;
  /** The message of an error without a code. */
  message?: RegExp;
  /** The file system's codes for the same. */
  system?: RegExp;
  /** The explanation and the remedy, after "The database NAME". */
  sentence: string;
}

const UNWRITABLE =
  "can't be written. Give this user the right to write the file and its folder, or name another file in DATABASE_URL.";

const knownFailures: KnownFailure[] = [
  {
    failure: 'locked',
    // Among them PostgreSQL's lock_timeout, and a deadlock.
    code: /^(SQLITE_(BUSY|LOCKED).*|55P03|40001|40P01)$/,
    sentence: 'is held by another process. End the one that migrates or writes it and run the command again.',
  },
  {
    failure: 'full',
    code: /^(SQLITE_FULL.*|53100)$/,
    system: /^ENOSPC$/,
    sentence: "couldn't be written: the disk is full. Free some space and run the command again.",
  },
  {
    failure: 'read-only',
    code: /^SQLITE_(READONLY|PERM|AUTH)/,
    system: /^(EACCES|EPERM|EROFS|ENOTDIR|EISDIR|EEXIST)$/,
    sentence: UNWRITABLE,
  },
  {
    failure: 'damaged',
    code: /^SQLITE_NOTADB/,
    sentence: "isn't a SQLite database. Name another file, or move this one away.",
  },
  {
    failure: 'damaged',
    code: /^(SQLITE_CORRUPT.*|XX00[12])$/,
    sentence: "is damaged. Restore a backup that isn't, or move it away to start with a new one.",
  },
  { failure: 'missing', code: /^SQLITE_CANTOPEN/, sentence: UNWRITABLE },
  {
    failure: 'disk',
    code: /^(SQLITE_IOERR.*|58030)$/,
    system: /^EIO$/,
    sentence: "couldn't be read or written: the disk reports an error. Check it, or use another.",
  },
  {
    failure: 'missing',
    code: /^3D000$/,
    sentence: "doesn't exist. Create it with createdb, or name another one in DATABASE_URL.",
  },
  {
    failure: 'unreachable',
    message: /^permission denied for database/,
    sentence: 'refuses this user. As its owner, run GRANT CONNECT ON DATABASE with its name and the user.',
  },
  {
    failure: 'read-only',
    code: /^(25006|42501)$/,
    sentence:
      "can't be written by this user. Name the primary server in DATABASE_URL, and a user that owns the database.",
  },
  {
    failure: 'unreachable',
    message: /^unsupported startup parameter/,
    sentence: 'is behind a pooler, such as PgBouncer. Name PostgreSQL itself in DATABASE_URL.',
  },
  {
    failure: 'unreachable',
    message: /^no pg_hba\.conf entry .*no encryption/,
    sentence: 'takes this user with TLS only. Set sslmode=verify-full in DATABASE_URL.',
  },
  {
    failure: 'unreachable',
    message: /^The server does not support SSL connections/,
    sentence: 'offers no TLS. Set ssl = on there, or sslmode=disable in DATABASE_URL.',
  },
  {
    failure: 'unreachable',
    code: /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT\w*)$/,
    sentence:
      "has a certificate of an authority that isn't trusted here. Name the authority's file with sslrootcert in DATABASE_URL.",
  },
  {
    failure: 'unreachable',
    code: /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    sentence:
      'has a certificate for another name. Write the name of the certificate as the host in DATABASE_URL.',
  },
  {
    failure: 'unreachable',
    code: /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/,
    sentence: "has a certificate that isn't valid now. Renew it, or correct the clock.",
  },
  {
    failure: 'unreachable',
    code: /^(28000|28P01)$/,
    sentence: 'refuses this user. Correct the name and the password in DATABASE_URL.',
  },
  {
    failure: 'unreachable',
    code: /^(53[34]00|TooManyConnections)$/,
    sentence: 'has no free connection. Raise max_connections, or run fewer processes.',
  },
  {
    failure: 'unreachable',
    // Administrators end connections by 57P0x; 08xxx are failed connections.
    code: /^(57P0[1-5]|08[0-9A-Z]{3}|DatabaseNotReachable|ConnectionClosed|SocketTimeout|TlsConnectionError|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UNABLE_TO_\w+|CERT_\w+|ERR_TLS_\w+)$/,
    message:
      /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed and is not queryable)/,
    sentence: "can't be reached. Start PostgreSQL there, or correct DATABASE_URL, and run the command again.",
  },
  {
    failure: 'slow',
    code: /^(57014|25P03|53000|53200)$/,
    sentence: 'took too long, or has no memory left. See what it is busy with, and run the command again.',
  },
  {
    failure: 'changed',
    sentence:
      'has been changed by another release or program since this process opened it, which must be restarted.',
  },
  {
    failure: 'uncertain',
    sentence: 'was lost while it stored this. See whether it is there before you run the command again.',
  },
];

/** The database can't take a write at the moment. Nothing was stored, unless the failure is `uncertain`. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';

  constructor(
    readonly failure: DatabaseFailure,
    options: { cause?: unknown } = {},
  ) {
    super(`The database can't be written: ${failure}`, options);
  }

  /** Matches errors of any copy of this module: the server in front and Next's bundle have one each. */
  static override [Symbol.hasInstance](error: unknown): boolean {
    return isError(error) && error.name === 'DatabaseUnavailable';
  }
}

/**
 * Finds the failure of the database itself, even if its error has been wrapped.
 * @returns undefined for any other error, such as a broken constraint or a bug
 */
export function databaseFailure(error: unknown): DatabaseFailure | undefined {
  for (const inner of errorsInside(error)) {
    if (inner instanceof DatabaseUnavailable) return inner.failure;
    const known = knownFailures.find((one) => isOf(one, inner));
    if (known) return known.failure;
  }
  return undefined;
}

/**
 * The code of an error, as the database or the file system names it.
 * @param error from either or Prisma, bare or wrapped
 * @returns empty if it has none
 */
export function errorCode(error: unknown): string {
  for (const inner of errorsInside(error)) {
    const code = codeOf(inner);
    if (/^(SQLITE_\w+|E[A-Z0-9]+|[0-9A-Z]{5})$/.test(code) && !/^P\d{4}$/.test(code)) return code;
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
 * @param name the database, for people: its file, or its URL without the password
 * @returns a `Stop` that says what to do if the cause is known, otherwise the error itself
 */
export function explainDatabaseFailure(error: unknown, name: string): unknown {
  const sentence = error instanceof Stop ? undefined : sentenceFor(error);
  return sentence ? Object.assign(new Stop(`The database ${name} ${sentence}`), { cause: error }) : error;
}

function sentenceFor(error: unknown): string | undefined {
  const inside = [...errorsInside(error)];
  const code = errorCode(error);
  const failure = databaseFailure(error);
  const known =
    knownFailures.find((one) => inside.some((inner) => isOf(one, inner)) || one.system?.test(code)) ??
    knownFailures.find((one) => one.failure === failure);
  if (known) return known.sentence;
  // Other errors of the file system: a name that is too long, circular links, a folder that can't be created.
  return code.startsWith('E')
    ? "can't be made or opened there. Name another file in DATABASE_URL."
    : undefined;
}

const codeOf = ({ originalCode, code, kind }: Record<string, unknown>) =>
  String(originalCode ?? code ?? kind ?? '');

const isOf = ({ code, message }: KnownFailure, error: Record<string, unknown>): boolean =>
  Boolean(code?.test(codeOf(error)) || message?.test(String(error.message ?? '')));

/** An error and those inside, outermost first: Prisma puts the adapter's in `meta`, the adapter SQLite's in `cause`. */
function* errorsInside(error: unknown): Generator<Record<string, unknown>> {
  for (let inner = error; isRecord(inner); ) {
    yield inner;
    const { meta, cause }: Record<string, unknown> = inner;
    inner = isRecord(meta) && meta.driverAdapterError ? meta.driverAdapterError : cause;
  }
}
