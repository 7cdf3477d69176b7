import { expect, test } from 'vitest';
import { jobStatusWords } from '@/components/workflows/job';
import { runStatusWords } from './bulk-run';

test('a status that runs share with jobs has the same words on screen', () => {
  expect(runStatusWords).toMatchObject(jobStatusWords);
});
