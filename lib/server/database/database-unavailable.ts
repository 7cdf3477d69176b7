/** Why a healthy statement was not carried out; overloaded: too many waited before it. */
export type DatabaseFailure = 'overloaded' | 'locked' | 'full' | 'read-only' | 'damaged' | 'missing' | 'disk';

/** By SQLite's result code. */
const failures: [RegExp, DatabaseFailure][] = [
  [/^SQLITE_(BUSY|LOCKED)/, 'locked'],
  [/^SQLITE_FULL/, 'full'],
  [/^SQLITE_(READONLY|PERM|AUTH)/, 'read-only'],
  [/^SQLITE_(CORRUPT|NOTADB)/, 'damaged'],
  [/^SQLITE_CANTOPEN/, 'missing'],
  [/^SQLITE_IOERR/, 'disk'],
];

/** The database cannot take a write at the moment. Nothing of it was stored. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';

  constructor(
    readonly failure: DatabaseFailure,
    options: { cause?: unknown } = {},
  ) {
    super(`The database cannot be written: ${failure}`, options);
  }
}

/**
 * What is wrong with the database itself, whoever wrapped SQLite's error on its way.
 * @returns undefined for any other error: a broken constraint, a fault of ours
 */
export function databaseFailure(error: unknown): DatabaseFailure | undefined {
  for (let inner = error; isRecord(inner); inner = nextInside(inner)) {
    if (inner instanceof DatabaseUnavailable) return inner.failure;
    const code = String(inner.originalCode ?? inner.code ?? '');
    const known = failures.find(([codes]) => codes.test(code));
    if (known) return known[1];
  }
  return undefined;
}

/** Prisma keeps the adapter's error in `meta`, the adapter SQLite's in `cause`. */
function nextInside({ cause, meta }: Record<string, unknown>): unknown {
  return isRecord(meta) && meta.driverAdapterError ? meta.driverAdapterError : cause;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
