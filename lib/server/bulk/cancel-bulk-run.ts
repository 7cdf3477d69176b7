import { recordAudit } from '@/lib/server/audit/record-audit';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { readRun, runForWrite } from '@/lib/server/bulk/get-bulk-run';
import type { BulkRunView } from '@/lib/server/bulk/views/bulk-run-view';
import { conflict } from '@/lib/server/errors';
import { stopRun } from '@/lib/server/jobs/ledger/end-bulk-runs';
import type { WorkflowContext } from '@/lib/server/jobs/worker/workflow-runtime';

/**
 * Stops a run: no further row begins. Rows under way end as they would, since they are paid for. A run that was canceled
 * before stays as it is.
 * @throws AppError NOT_FOUND; CONFLICT if it has ended
 */
export async function cancelBulkRun(ctx: WorkflowContext, viewer: Viewer, id: string): Promise<BulkRunView> {
  authorize(viewer, 'write');
  await ctx.db.write(
    async (tx) => {
      const { run, present } = await runForWrite(tx, ctx, viewer, id);
      if (run.status === 'CANCELED') return;
      if (!['QUEUED', 'RUNNING', 'TRIED'].includes(run.status)) throw conflict('This run has already ended.');
      await stopRun(tx, ctx, run, { status: 'CANCELED', code: null, message: null });
      await recordAudit(tx, ctx, {
        ...{ action: 'bulk_run.cancel', actor: present, accountId: run.accountId, entityId: id },
        details: { name: run.name },
      });
    },
    { accountId: viewer.accountId },
  );
  return readRun(ctx, viewer, id, 'write');
}
