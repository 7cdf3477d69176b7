import { inProcess } from '@/lib/engine/expressions/expressions';
import { SimulatedClock } from '@/lib/engine/simulated-clock';
import { sandboxProvider } from '@/lib/providers/sandbox/sandbox-provider';
import { operatorViewer } from '@/lib/server/auth/viewer';
import type { Database } from '@/lib/server/database/database';
import { cancelJob } from '@/lib/server/workflows/cancel-job';
import { openWorkflowRuntime, type WorkflowContext } from '@/lib/server/workflows/run/workflow-runtime';
import { enqueueWorkflow, orchestrate, type StartInput } from '@/lib/server/workflows/start-workflow';
import { Prisma, type User } from '@/prisma/generated/prisma/client';
import type { Timeline } from '@/prisma/seed/timeline';

/** A workflow that a user of a demo account ran. */
export interface DemoJob {
  user: User;
  /** How many hours ago. */
  hoursAgo: number;
  workflow: StartInput;
  /** Whether its owner stopped it. */
  canceled?: true;
}

const HOUR_MS = 3_600_000;

/**
 * Runs an account's last jobs: the engine's own code on the sandbox, at the hours at which they were started. Nothing
 * waits, since the clock is simulated, and the same workflows always run in the same way.
 */
export async function runDemoJobs(time: Timeline, jobs: readonly DemoJob[]): Promise<void> {
  const ordered = [...jobs].sort((one, other) => other.hoursAgo - one.hoursAgo);
  const [first] = ordered;
  if (!first) return;
  const startOf = ({ hoursAgo }: DemoJob) => time.present.getTime() - hoursAgo * HOUR_MS;
  const clock = new SimulatedClock(startOf(first));
  const base = time.at(time.present);
  const db = countQueries(base.db);
  const ctx: WorkflowContext = { ...base, db, now: () => new Date(clock.now()) };
  const workflows = openWorkflowRuntime(ctx, {
    clock,
    expressions: inProcess,
    providers: [sandboxProvider(clock)],
    // Backoff needs no chance here, and two seeds of one moment are the same.
    random: () => 0.5,
  });
  await workflows.worker.reportIn();
  const context = { ...ctx, workflows };
  // Alerts are reached later, in the order of all executions (reach-alerts.ts).
  await chooseAlerts(base.db, first.user.accountId, []);
  for (const job of ordered) {
    clock.moveTo(startOf(job));
    const viewer = operatorViewer(job.user);
    const run = async () => {
      if (!job.canceled) return void (await orchestrate(context, viewer, job.workflow, {}));
      const { id } = await enqueueWorkflow(context, viewer, job.workflow, {});
      await cancelJob(context, viewer, id);
    };
    await clock.run(run(), () => db.underWay > 0);
  }
  await workflows.stop();
  await chooseAlerts(base.db, first.user.accountId, Prisma.DbNull);
}

const chooseAlerts = (db: Database, id: string, usageAlerts: number[] | typeof Prisma.DbNull) =>
  db.write((tx) => tx.account.update({ where: { id }, data: { usageAlerts } }));

/** A database of which can be seen whether a query is under way. */
function countQueries(db: Database): Database & { readonly underWay: number } {
  let underWay = 0;
  const counted = async <T>(work: () => Promise<T>): Promise<T> => {
    underWay += 1;
    try {
      return await work();
    } finally {
      underWay -= 1;
    }
  };
  return {
    ...db,
    get waitingWrites() {
      return db.waitingWrites;
    },
    get underWay() {
      return underWay;
    },
    rows: Object.assign(<Row>(query: Parameters<Database['rows']>[0]) => counted(() => db.rows<Row>(query)), {
      dialect: db.rows.dialect,
    }),
    write: (transaction, options) => counted(() => db.write(transaction, options)),
    writeRows: (transaction, options) => counted(() => db.writeRows(transaction, options)),
  };
}
