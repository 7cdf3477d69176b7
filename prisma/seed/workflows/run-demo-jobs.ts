import type { Provider } from '@/lib/engine/calls/provider';
import type { Clock } from '@/lib/engine/clock';
import { SimulatedClock } from '@/lib/engine/simulated-clock';
import { inProcess } from '@/lib/engine/text-worker';
import { sandboxProvider } from '@/lib/providers/sandbox/sandbox-provider';
import { authenticate } from '@/lib/server/auth/authenticate';
import { operatorViewer } from '@/lib/server/auth/viewer';
import type { Database } from '@/lib/server/database/database';
import type { WorkflowContext } from '@/lib/server/jobs/worker/workflow-runtime';
import { openWorkflowRuntime } from '@/lib/server/starting/open-workflow-runtime';
import { cancelJob } from '@/lib/server/workflows/cancel-job';
import type { StartInput } from '@/lib/server/workflows/plan-input';
import { enqueueWorkflow, orchestrate } from '@/lib/server/workflows/start-workflow';
import { Prisma, type User } from '@/prisma/generated/prisma/client';
import type { DemoKey } from '@/prisma/seed/demo-people';
import { SeededRandom } from '@/prisma/seed/seeded-random';
import type { Timeline } from '@/prisma/seed/timeline';

/** A workflow that a user of a demo account ran. */
export interface DemoJob {
  user: User;
  /** The user's key that started it; undefined if no key did. */
  key?: DemoKey | undefined;
  /** How many hours ago. */
  hoursAgo: number;
  workflow: StartInput;
  /** Whether its owner stopped it. */
  canceled?: true;
  /** Whether it still waits for a person at the present. */
  awaitsApproval?: true;
}

const HOUR_MS = 3_600_000;

/**
 * Runs an account's last jobs: the engine's own code on the sandbox, at the hours at which they were started. Nothing
 * waits, since the clock is simulated, and the same workflows always run in the same way.
 * @param ids for their own ids, so that later ids don't depend on the number of jobs
 */
export async function runDemoJobs(
  time: Timeline,
  jobs: readonly DemoJob[],
  ids?: SeededRandom,
): Promise<void> {
  const ordered = [...jobs].sort((one, other) => other.hoursAgo - one.hoursAgo);
  const [first] = ordered;
  if (!first) return;
  const startOf = ({ hoursAgo }: DemoJob) => time.present.getTime() - hoursAgo * HOUR_MS;
  const clock = new SimulatedClock(startOf(first));
  const base = time.at(time.present);
  const db = countQueries(base.db);
  const ctx: WorkflowContext = {
    ...{ ...base, db, now: () => new Date(clock.now()) },
    ...(ids && { randomBytes: (size: number) => ids.bytes(size) }),
  };
  const workflows = openWorkflowRuntime(ctx, {
    clock,
    textWorker: inProcess,
    providers: [atADistance(sandboxProvider(clock), clock)],
    // Backoff needs no chance here, and two seeds of one moment are the same.
    random: () => 0.5,
  });
  await workflows.worker.heartbeat.send();
  const context = { ...ctx, workflows };
  // Alerts are reached later, in the order of all executions (bill-months.ts).
  await chooseAlerts(base.db, first.user.accountId, []);
  for (const job of ordered) {
    clock.moveTo(startOf(job));
    const run = async () => {
      const viewer = (job.key && (await authenticate(context, job.key.rawKey))) || operatorViewer(job.user);
      if (!job.canceled && !job.awaitsApproval)
        return void (await orchestrate(context, viewer, job.workflow, {}));
      const { id } = await enqueueWorkflow(context, viewer, job.workflow, {});
      if (job.canceled) return void (await cancelJob(context, viewer, id));
      const where = { id, queueState: 'PARKED' } as const;
      while ((await db.prisma.job.count({ where })) === 0) await clock.sleep(100);
    };
    await clock.run(run(), () => db.underWay > 0);
  }
  await workflows.stop();
  await chooseAlerts(base.db, first.user.accountId, Prisma.DbNull);
}

type Range = readonly [least: number, most: number];

/** Milliseconds until a call is accepted or refused, from there until the first part of its text, and until each later part. */
// biome-ignore format: a row per model
const latencies: Record<string, readonly [accepted: Range, first: Range, later: Range]> = {
  fast: [[60, 180], [120, 480], [8, 30]],
  quality: [[100, 300], [400, 1_500], [25, 80]],
  slow: [[80, 240], [120, 360], [12, 40]],
  flaky: [[80, 300], [60, 250], [8, 30]],
  cut: [[60, 200], [90, 400], [10, 40]],
  limited: [[60, 180], [0, 0], [0, 0]],
  down: [[80, 240], [0, 0], [0, 0]],
};
const none: Range = [0, 0];

/** The sandbox as if it were as far away as other providers: in memory, its calls take no time that could be shown. */
function atADistance(sandbox: Provider, clock: Clock): Provider {
  const random = new SeededRandom('latency');
  return {
    ...sandbox,
    async *stream(request) {
      // Drawn at once: calls that overlap would draw in an order that depends on the database.
      const [accepted, first, later] = (latencies[request.model] ?? [none, none, none]).map((range) =>
        Math.round(random.between(...range)),
      );
      await clock.sleep(accepted ?? 0, request.signal);
      let hasText = false;
      for await (const part of sandbox.stream(request)) {
        if (part.type === 'text') {
          await clock.sleep((hasText ? later : first) ?? 0, request.signal);
          hasText = true;
        }
        yield part;
      }
    },
  };
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
  /** Prisma's client, or one of its models: an open transaction's client can't be extended. */
  const countCalls = <Client extends object>(client: Client): Client =>
    new Proxy(client, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key);
        if (typeof value === 'object' && value !== null) return countCalls(value);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => counted(() => value.apply(target, args));
      },
    });
  return {
    ...db,
    prisma: countCalls(db.prisma),
    get waitingWrites() {
      return db.waitingWrites;
    },
    get underWay() {
      return underWay;
    },
    sql: Object.assign(<Row>(query: Parameters<Database['sql']>[0]) => counted(() => db.sql<Row>(query)), {
      dialect: db.sql.dialect,
    }),
    write: (transaction, options) => counted(() => db.write(transaction, options)),
    writeRows: (transaction, options) => counted(() => db.writeRows(transaction, options)),
  };
}
