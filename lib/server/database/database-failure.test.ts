import { expect, test } from 'vitest';
import { Stop } from '@/scripts/console/stop.mjs';
import {
  DatabaseUnavailable,
  databaseFailure,
  databaseFailureCause,
  errorCode,
  explainDatabaseFailure,
} from './database-failure';

const sqlite = (code: string) => Object.assign(new Error('of SQLite'), { code });
const adapter = (originalCode: string) => new Error('of the adapter', { cause: { originalCode } });
const prisma = (originalCode: string) =>
  Object.assign(new Error('of Prisma'), {
    code: 'P2010',
    meta: { driverAdapterError: adapter(originalCode) },
  });

test.each([
  ['SQLITE_BUSY_SNAPSHOT', 'locked', 'is held by another process'],
  ['SQLITE_FULL', 'full', "couldn't be written: the disk is full"],
  ['SQLITE_READONLY_DBMOVED', 'read-only', "can't be written"],
  ['SQLITE_NOTADB', 'damaged', "isn't a SQLite database"],
  ['SQLITE_CORRUPT_INDEX', 'damaged', 'is damaged'],
  ['SQLITE_CANTOPEN', 'missing', "can't be written"],
  ['SQLITE_IOERR_READ', 'disk', "couldn't be read or written: the disk reports an error"],
  ['55P03', 'locked', 'is held by another process'],
  ['53100', 'full', "couldn't be written: the disk is full"],
  ['25006', 'read-only', "can't be written by this user"],
  ['3D000', 'missing', "doesn't exist"],
  ['28P01', 'unreachable', 'refuses this user'],
  ['53300', 'unreachable', 'has no free connection'],
  ['57P01', 'unreachable', "can't be reached"],
  ['ECONNREFUSED', 'unreachable', "can't be reached"],
])('%s is one failure and one sentence, whatever wraps it', (code, failure, sentence) => {
  const unavailable = new DatabaseUnavailable('overloaded', { cause: adapter(code) });
  for (const error of [sqlite(code), adapter(code), prisma(code)]) {
    expect(databaseFailure(error)).toBe(failure);
    expect(databaseFailureCause(error)).toBe(`The database ${sentence}.`);
  }
  expect(databaseFailure(unavailable)).toBe('overloaded');
  for (const error of [sqlite(code), adapter(code), prisma(code), unavailable]) {
    expect(errorCode(error)).toBe(code);
    const explained = explainDatabaseFailure(error, '/data/a.db');
    expect(explained).toBeInstanceOf(Stop);
    expect(explained).toMatchObject({
      message: expect.stringContaining(`The database /data/a.db ${sentence}.`),
      cause: error,
    });
  }
});

test.each([
  ['ENOSPC', "couldn't be written: the disk is full"],
  ['EACCES', "can't be written"],
  ['EIO', "couldn't be read or written: the disk reports an error"],
  ['ELOOP', "can't be made or opened there"],
])("%s of the file system is explained, and isn't a failure of a running database", (code, sentence) => {
  expect(databaseFailure(sqlite(code))).toBeUndefined();
  expect(explainDatabaseFailure(sqlite(code), '/data/a.db')).toMatchObject({
    message: expect.stringContaining(`The database /data/a.db ${sentence}.`),
  });
});

test('a database that is gone or overloaded is known without a code', () => {
  const gone = new DatabaseUnavailable('missing');
  expect(explainDatabaseFailure(gone, '/data/a.db')).toBeInstanceOf(Stop);
  const overloaded = new DatabaseUnavailable('overloaded');
  expect(explainDatabaseFailure(overloaded, '/data/a.db')).toBe(overloaded);
});

test.each([new Error('a fault of ours'), prisma('SQLITE_CONSTRAINT_UNIQUE'), 'a word', null])(
  '%s is returned as it is',
  (error) => {
    expect(databaseFailure(error)).toBeUndefined();
    expect(databaseFailureCause(error)).toBeUndefined();
    expect(explainDatabaseFailure(error, '/data/a.db')).toBe(error);
  },
);

test("an explained error isn't explained again", () => {
  const explained = explainDatabaseFailure(sqlite('SQLITE_FULL'), '/data/a.db');
  expect(explainDatabaseFailure(explained, '/data/b.db')).toBe(explained);
});
