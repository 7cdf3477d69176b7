/**
 * The error of a statement that SQLite itself refuses, for `rejects.toMatchObject`. Not by its message: Prisma's
 * quotes the source of the call, the pattern of a test among it.
 */
export function sqliteRefusal(code: 'READONLY' | 'CONSTRAINT_FOREIGNKEY' | 'CONSTRAINT_TRIGGER') {
  return { meta: { driverAdapterError: { cause: { originalCode: `SQLITE_${code}` } } } };
}
