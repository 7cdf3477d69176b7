import { endOf } from '@/lib/engine/run/run-store';
import { operatorViewer } from '@/lib/server/auth/viewer';
import { deployMigrations } from '@/lib/server/database/migrations/deploy-migrations';
import { openDatabase } from '@/lib/server/database/open-database';
import type { WorkflowRuntime } from '@/lib/server/jobs/worker/workflow-runtime';
import { serverContext } from '@/lib/server/runtime/context';
import { openWorkflowRuntime } from '@/lib/server/starting/open-workflow-runtime';
import { enqueueWorkflow } from '@/lib/server/workflows/start-workflow';
import { threeSteps } from '@/testing/run/loss/sent-jobs';
import { openAccounts } from './accounts';

/** The engine as a server runs it, without the server. */
interface OpenEngine {
  /** Enqueues a job of three sandbox steps for an account, by its number, and waits until its end is durable. */
  runJob(account: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * Migrates a database, opens new accounts on the largest plan, and runs jobs in this process.
 *
 * @param url of a SQLite or PostgreSQL database
 */
export async function openEngine(url: string, accounts: number): Promise<OpenEngine> {
  await deployMigrations(url);
  const ctx = serverContext(openDatabase(url));
  const admins = await openAccounts(ctx, Array<string>(accounts).fill('plan_enterprise'));
  const viewers = admins.map(operatorViewer);
  const workflows = openWorkflowRuntime(ctx);
  const untilEnded = watchEnds(workflows);
  await workflows.start();
  return {
    runJob: async (account) => {
      const viewer = viewers[account % accounts];
      if (!viewer) throw new Error('There is no account.');
      const { id } = await enqueueWorkflow({ ...ctx, workflows }, viewer, threeSteps, {});
      await untilEnded(id);
    },
    close: async () => {
      await workflows.stop();
      await ctx.db.close();
    },
  };
}

/** Returns a promise that resolves when a job has ended, without a read of the database. */
function watchEnds({ worker: { writer } }: WorkflowRuntime): (jobId: string) => Promise<void> {
  const ended = new Set<string>();
  const waiting = new Map<string, () => void>();
  const record = writer.record.bind(writer);
  writer.record = async (job, change) => {
    const isStored = await record(job, change);
    if (isStored && endOf(change)) {
      ended.add(job.id);
      waiting.get(job.id)?.();
    }
    return isStored;
  };
  return async (jobId) => {
    if (!ended.has(jobId)) await new Promise<void>((resolve) => waiting.set(jobId, resolve));
    ended.delete(jobId);
    waiting.delete(jobId);
  };
}
