import type { Viewer } from '@/lib/server/auth/viewer';
import { uploadBulkFile } from '@/lib/server/bulk/upload-bulk-file';
import { newId } from '@/lib/server/ids';
import type { WorkflowContext } from '@/lib/server/jobs/worker/workflow-runtime';
import type { ServerContext } from '@/lib/server/runtime/context';
import type { User } from '@/prisma/generated/prisma/client';
import { TEST_NOW } from './test-server';

/** A file with the columns that workflows of tests read. */
export const bulkFile = () => new File(['name,text\nArm,It stalls.\nRail,It bends.\n'], 'parts.csv');

/** Uploads a bulk file of this text. @returns its id */
export async function uploadRows(
  ctx: WorkflowContext,
  viewer: Viewer,
  text: string,
  name = 'parts.csv',
): Promise<string> {
  const file = { announcedBytes: 0, read: async () => new File([text], name) };
  return (await uploadBulkFile(ctx, viewer, { file })).id;
}

/** A run of the user's whose tried row has failed, and whose second row waits: all operations apply to it. */
export async function createTriedRun(
  ctx: Pick<ServerContext, 'db' | 'now' | 'randomBytes'>,
  { id: userId, accountId }: Pick<User, 'id' | 'accountId'>,
): Promise<{ fileId: string; runId: string }> {
  const [fileId, runId] = [newId(ctx, 'bulkFile'), newId(ctx, 'bulkRun')];
  const of = { accountId, userId, createdAt: TEST_NOW };
  await ctx.db.write(async (tx) => {
    await tx.bulkFile.create({
      data: {
        ...{ ...of, id: fileId, name: 'parts.csv', format: 'CSV', size: 40, storedBytes: 0, isReady: true },
        columns: '[{"name":"name","type":"TEXT"},{"name":"text","type":"TEXT"}]',
        ...{ rowCount: 2, badRows: '[]', badCount: 0, expiresAt: new Date('2999-01-01') },
        rows: {
          create: ['Arm', 'Rail'].map((name, position) => ({
            ...{ position, line: position + 2, values: JSON.stringify({ name, text: 'It stalls.' }) },
          })),
        },
      },
    });
    await tx.bulkRun.create({
      data: {
        ...{
          ...of,
          id: runId,
          fileId,
          kind: 'WORKFLOW',
          name: 'Parts',
          status: 'TRIED',
          concurrency: 4,
          slots: 1,
        },
        ...{ totalRows: 2, heldRows: 1, pendingRows: 0, failedRows: 1, storedBytes: 0, costNanos: 0 },
        ...{ startedAt: TEST_NOW, finishedAt: TEST_NOW },
        workflow: JSON.stringify({
          ...{ name: 'Parts', input: 'It stalls.', variables: {}, callbacks: [], steps: [] },
          ...{ file: null, fileName: null, fileEncoding: null },
        }),
        rows: {
          create: [
            { position: 0, status: 'FAILED', errorCode: 'JOB_FAILED', errorMessage: 'It failed.' },
            { position: 1, status: 'HELD' },
          ],
        },
      },
    });
  });
  return { fileId, runId };
}
