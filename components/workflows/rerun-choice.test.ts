import { expect, test } from 'vitest';
import type { ListedJob } from './job';
import { rerunColumn } from './rerun-choice';

const cellOf = (job: Pick<ListedJob, 'status' | 'bulkJobId'>) =>
  rerunColumn([], () => {}).cell({ id: 'job_1', name: 'Notes', ...job } as ListedJob);

test("only failed and canceled jobs that the API runs again can be chosen: rows of a bulk run can't", () => {
  expect(cellOf({ status: 'FAILED', bulkJobId: null })).not.toBeNull();
  expect(cellOf({ status: 'CANCELED', bulkJobId: null })).not.toBeNull();
  expect(cellOf({ status: 'COMPLETED', bulkJobId: null })).toBeNull();
  expect(cellOf({ status: 'FAILED', bulkJobId: 'bulk_1' })).toBeNull();
});
