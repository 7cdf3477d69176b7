import { expect, test, vi } from 'vitest';
import { DatabaseUnavailable, databaseFailure } from '@/lib/server/database/database-failure';
import { EmailRefusal } from '@/lib/server/errors';
import { AppError, notFound } from './errors';

test('a refusal is known by whichever copy of its module made it', async () => {
  vi.resetModules();
  const copy = {
    ...(await import('./errors')),
    ...(await import('@/lib/server/database/database-failure')),
    ...(await import('@/lib/server/errors')),
  };
  expect(copy.AppError).not.toBe(AppError);
  expect(copy.notFound('Key')).toBeInstanceOf(AppError);
  expect(notFound('Key')).toBeInstanceOf(copy.AppError);
  expect(databaseFailure(new copy.DatabaseUnavailable('overloaded'))).toBe('overloaded');
  expect(new copy.EmailRefusal(429, 'Too Many Requests')).toBeInstanceOf(EmailRefusal);
  for (const other of [new Error('AppError'), { name: 'AppError' }, null, 'AppError'])
    for (const kind of [AppError, DatabaseUnavailable, EmailRefusal]) expect(other).not.toBeInstanceOf(kind);
});
