import { expect } from 'vitest';

/** The codes of SQLite and of PostgreSQL for statements that they refuse by themselves. */
const codes = {
  'read-only': /^(SQLITE_READONLY|25006)$/,
  'foreign key': /^(SQLITE_CONSTRAINT_FOREIGNKEY|23503)$/,
  trigger: /^(SQLITE_CONSTRAINT_TRIGGER|23001)$/,
};

/**
 * The error of a statement that the database itself refuses, for `rejects.toMatchObject`. Not by its message: Prisma's
 * message quotes the source of the call, and so the pattern of a test.
 */
export const refusedStatement = (reason: keyof typeof codes) => ({
  meta: { driverAdapterError: { cause: { originalCode: expect.stringMatching(codes[reason]) } } },
});
