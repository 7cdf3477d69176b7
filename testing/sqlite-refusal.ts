/**
 * The error of a statement that SQLite itself refuses, for `rejects.toMatchObject`. Not by its message: Prisma's
 * message quotes the source of the call, and so the pattern of a test.
 */
export function sqliteRefusal(code: 'READONLY' | 'CONSTRAINT_FOREIGNKEY' | 'CONSTRAINT_TRIGGER') {
  return { meta: { driverAdapterError: { cause: { originalCode: `SQLITE_${code}` } } } };
}
