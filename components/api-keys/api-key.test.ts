import { expect, test } from 'vitest';
import { type ApiKey, deletionWords } from './api-key';

const [past, future] = [-60_000, 60_000].map((distance) => String(Date.now() + distance));
const words = (key: Partial<ApiKey>) =>
  deletionWords({ status: 'ACTIVE', expires_at: null, revoked_at: null, ...key } as ApiKey);

test('deleting a key says that its open jobs are canceled, unless revoking it has already canceled them', () => {
  const canceled = 'ts open jobs are canceled.';
  expect(words({ expires_at: future })).toBe(
    'Programs that use it stop working at once, and its open jobs are canceled.',
  );
  expect(words({ expires_at: past })).toMatch(
    /^It no longer works: it expired on .*\. Its open jobs are canceled\.$/,
  );
  for (const expires_at of [null, past])
    expect(words({ status: 'REVOKED', revoked_at: past, expires_at })).not.toContain(canceled);
});
