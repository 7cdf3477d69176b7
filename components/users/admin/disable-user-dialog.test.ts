import { expect, test } from 'vitest';
import { accessWords } from './disable-user-dialog';

const now = Date.UTC(2026, 10, 3, 14, 6);
const used = String(now - 4 * 60_000);

test.each([
  [2, 1, 0, '2 API keys stop working and 1 session ends, at once.'],
  [1, 2, 0, '1 API key stops working and 2 sessions end, at once.'],
  [1, 0, 0, '1 API key stops working, at once.'],
  [0, 3, 0, '3 sessions end, at once.'],
  [0, 1, 3, "1 session ends, at once. 3 open jobs are canceled, and don't come back."],
  [0, 0, 1, "1 open job is canceled, and doesn't come back."],
  [0, 0, 0, 'No API key works, and no session or job is open: nothing stops.'],
])('%i keys, %i sessions and %i open jobs: %s', (activeKeys, activeSessions, openJobs, sentence) => {
  expect(accessWords({ activeKeys, activeSessions, openJobs, last_used_at: null }, now)).toBe(
    `${sentence} Never used.`,
  );
});

test('the last use is given both ways', () => {
  expect(accessWords({ activeKeys: 0, activeSessions: 1, openJobs: 0, last_used_at: used }, now)).toBe(
    '1 session ends, at once. Last used 4 minutes ago (Nov 3, 2026, 14:02 UTC).',
  );
});
