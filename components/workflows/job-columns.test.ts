import { expect, test } from 'vitest';
import { matchNote } from './job-columns';
import type { FoundJob } from './use-jobs';

const job: FoundJob = {
  ...{ id: 'job_5n1c8x0v2k7q4m9s3bza', name: 'Café digest', user_id: 'usr_1', status: 'COMPLETED' },
  ...{
    waitReason: null,
    bulkJobId: null,
    cost: 0,
    createdAt: '0',
    startedAt: '0',
    finishedAt: '0',
    tokensIn: 0,
    tokensOut: 0,
  },
  models: ['sandbox/down', 'sandbox/fast'],
  withFallbacks: true,
  apiKey: { id: 'key_1', name: 'Service', hint: 'sy_live_…' },
  error: null,
  deepestError: null,
  errorCodes: ['PROVIDER_UNAVAILABLE'],
};
const usual = new Set(['error', 'created'] as const);

test.each([
  [null, null],
  ['digest', null],
  ['CAFE', null],
  ['job_5n1c', null],
  ['unavailable', 'Found in: error PROVIDER_UNAVAILABLE'],
  ['digest sandbox/down', 'Found in: model sandbox/down'],
  ['service', 'Found in: API key Service'],
  ['KEY_1', 'Found in: API key Service'],
  ['20318', 'Found in: metadata'],
  ['unavailable order', 'Found in: error PROVIDER_UNAVAILABLE, metadata'],
])('a search for %s says where it found what the row lacks', (words, note) =>
  expect(matchNote(job, words, usual)).toBe(note),
);

test('a word that a column shows needs no note', () => {
  const failed = {
    ...job,
    status: 'FAILED' as const,
    deepestError: { code: 'PROVIDER_UNAVAILABLE', message: 'It is down.' },
  };
  expect(matchNote(failed, 'unavailable', usual)).toBeNull();
  expect(matchNote(failed, 'unavailable', new Set())).toBe('Found in: error PROVIDER_UNAVAILABLE');
  expect(matchNote(job, 'sandbox/down service', new Set(['models', 'key'] as const))).toBeNull();
});
