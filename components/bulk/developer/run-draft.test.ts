import { expect, test } from 'vitest';
import type { RunSource } from '@/components/bulk/use-run-source';
import { draftOf, runInput } from './run-draft';

test('a run that begins as an earlier one calls all receivers of that one', () => {
  const receivers = ['a', 'b', 'c'].map((path) => ({
    url: `https://example.com/${path}`,
    progress: path === 'b',
  }));
  const source = { id: 'bulk_1', workflow: {}, onlyIf: null, concurrency: 5, receivers };
  const limits = { stopAfterFailures: null, stopAfterCost: null };
  const draft = draftOf({ ...source, ...limits } as unknown as RunSource);
  expect(runInput('upl_1', draft, '{}').input?.callbacks).toEqual(receivers);
  expect(runInput('upl_1', { ...draft, callbackUrl: '' }, '{}').input?.callbacks).toEqual(receivers.slice(1));
});
