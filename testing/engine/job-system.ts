import { setImmediate as nextTurn } from 'node:timers/promises';
import { vi } from 'vitest';
import { models } from '@/lib/config/models';
import type { ModelConfig } from '@/lib/config/models/model-config';
import { stepsAtOnceOf } from '@/lib/config/plans';
import type { ModelRequest } from '@/lib/engine/calls/provider';
import { openCatalog } from '@/lib/engine/models/catalog';
import { inProcess } from '@/lib/engine/text-worker';
import { createAccount } from '@/lib/server/account/create-account';
import { decideApproval } from '@/lib/server/approvals/decide-approval';
import { operatorViewer, type Viewer } from '@/lib/server/auth/viewer';
import type { Database } from '@/lib/server/database/database';
import { openDatabase } from '@/lib/server/database/open-database';
import type { WorkflowContext, WorkflowRuntime } from '@/lib/server/jobs/worker/workflow-runtime';
import { type ServerContext, serverContext } from '@/lib/server/runtime/context';
import { observeWrites } from '@/lib/server/starting/observe-writes';
import { openWorkflowRuntime } from '@/lib/server/starting/open-workflow-runtime';
import { cancelJob } from '@/lib/server/workflows/cancel-job';
import { deleteJob } from '@/lib/server/workflows/delete-job';
import type { StartInput } from '@/lib/server/workflows/plan-input';
import { enqueueWorkflow } from '@/lib/server/workflows/start-workflow';
import type { JobView } from '@/lib/server/workflows/views/job-view';
import { Prisma } from '@/prisma/generated/prisma/client';
import { copyTestDatabase, onPostgres, type TestDatabase } from '@/testing/test-database';
import { type Behavior, breaksOff, fails, limits, says } from './behaviors';
import { Gate } from './gate';
import { ScriptedProvider } from './scripted-provider';
import { SimulatedClock } from './simulated-clock';
import { type WatchedDatabase, watchDatabase } from './watched-database';

/** A process that runs jobs. */
interface Process {
  ctx: WorkflowContext;
  db: WatchedDatabase;
  runtime: WorkflowRuntime;
  provider: ScriptedProvider;
  gate: Gate;
}

/** How often (ms) a worker looks for parked jobs. */
const LOOK_MS = 500;
/**
 * Turns of the event loop without anything under way, after which nothing will happen by itself. After a commit, all of
 * its jobs have continued by then.
 */
const QUIET_TURNS = 40;

/**
 * Processes one after another on one real database, with a simulated clock and models whose calls wait at a gate. Each
 * step carries the name of its account in its instructions.
 */
export class JobSystem {
  readonly clock = new SimulatedClock();
  readonly processes: Process[] = [];
  readonly viewers: Viewer[] = [];

  readonly #databases: Set<Database>;

  private constructor(
    readonly database: TestDatabase,
    readonly base: ServerContext,
  ) {
    this.#databases = new Set([base.db]);
  }

  /** @param planIds an account each, with people of its own */
  static async open(planIds: readonly string[]): Promise<JobSystem> {
    const database = await copyTestDatabase();
    const system = new JobSystem(database, serverContext(observeWrites(openDatabase(database.url))));
    for (const [index, planId] of planIds.entries()) {
      const { admin } = await createAccount(
        { ...system.base, now: () => new Date(system.clock.now()) },
        { name: `Account ${index}`, planId, demo: false },
        { email: `admin${index}@example.com`, password: 'correct horse battery', first_name: 'Ada' },
      );
      system.viewers.push(operatorViewer(admin));
    }
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    return system;
  }

  get process(): Process {
    const process = this.processes.at(-1);
    if (!process) throw new Error('No process was started.');
    return process;
  }

  /** All calls of models, over all processes. */
  get calls(): ModelRequest[] {
    return this.processes.flatMap(({ provider }) => provider.calls.map(({ request }) => request));
  }

  /**
   * Starts a process, which recovers an earlier one's jobs. On PostgreSQL, the earlier processes keep running.
   * @param options.runsJobs whether it runs jobs, or leaves them to others
   * @param options.more names of providers in addition to the sandbox, whose models behave as the sandbox's
   * @param options.models of its catalog, if not the product's
   */
  async start({
    runsJobs = true,
    more = [],
    models: catalog = models,
  }: {
    runsJobs?: boolean;
    more?: readonly string[];
    models?: readonly ModelConfig[];
  } = {}): Promise<void> {
    // On PostgreSQL a process counts as ended once it has sent no heartbeat for some seconds.
    const ended = this.processes.filter(({ runtime }) => runtime.worker.isStopping);
    const ids = ended.map(({ runtime }) => runtime.worker.workerId);
    await this.base.db.write((tx) => tx.worker.deleteMany({ where: { id: { in: ids } } }));
    // Of this database, which is opened as it is used, a process uses its connection for signals only.
    const own = onPostgres ? openDatabase(this.database.url) : this.base.db;
    this.#databases.add(own);
    const db = watchDatabase(this.base.db, own.signals);
    const gate = new Gate();
    const provider = new ScriptedProvider(scriptOf(gate), this.clock);
    const ctx = { ...this.base, db, now: () => new Date(this.clock.now()) };
    const runtime = openWorkflowRuntime(ctx, {
      runsJobs,
      clock: this.clock,
      textWorker: inProcess,
      providers: [provider, ...more.map((name) => new ScriptedProvider(scriptOf(gate), this.clock, name))],
      catalog: openCatalog(catalog),
      random: () => 0.5,
    });
    this.processes.push({ ctx: { ...ctx, workflows: runtime }, db, runtime, provider, gate });
    await runtime.start();
  }

  /** On PostgreSQL: resolves once each process receives the signals of the others. */
  async connected(): Promise<void> {
    const listening = Prisma.sql`
      SELECT 1 FROM "pg_stat_activity" WHERE "query" LIKE 'LISTEN %' AND "datname" = current_database()`;
    await vi.waitUntil(async () => (await this.rows(listening)).length === this.processes.length, 10_000);
  }

  /** Gives the jobs back, as on SIGTERM. */
  async stop(): Promise<void> {
    await this.process.runtime.stop();
  }

  /** The process crashes; its calls under way continue. */
  crash(as: 'dead' | 'given up'): void {
    this.process.db.crash(as);
    // It takes no further jobs, and only completes the records of running ones.
    this.process.runtime.worker.stopTaking();
  }

  enqueue(account: number, input: Omit<StartInput, 'name' | 'input'>): Promise<JobView> {
    const steps = input.steps.map((step) => ({ ...step, instructions: `account ${account}` }));
    const call = { name: 'Conformance', input: 'The arm stops.', ...input, steps };
    return enqueueWorkflow(this.process.ctx, this.#viewer(account), call, {});
  }

  cancel(account: number, id: string): Promise<JobView> {
    return cancelJob(this.process.ctx, this.#viewer(account), id);
  }

  /** Decides about the step `check`. */
  decide(account: number, jobId: string, decision: 'APPROVE' | 'REFUSE'): Promise<JobView> {
    return decideApproval(this.process.ctx, this.#viewer(account), { jobId, stepId: 'check', decision });
  }

  async delete(account: number, id: string): Promise<void> {
    await deleteJob(this.process.ctx, this.#viewer(account), id);
  }

  /** Lets time pass, and the worker look around. */
  async pass(milliseconds: number): Promise<void> {
    this.clock.moveTo(this.clock.now() + milliseconds);
    vi.advanceTimersByTime(LOOK_MS);
    await this.settle();
  }

  /** Resolves once nothing more happens by itself. */
  async settle(): Promise<void> {
    for (let quiet = 0; quiet < QUIET_TURNS; quiet += 1) {
      await nextTurn();
      if (this.processes.some(({ db }) => db.underWay > 0)) quiet = 0;
    }
  }

  /** Lets all calls pass and time go by until every job has ended. @throws Error if one never does */
  async finish(): Promise<void> {
    for (const { gate } of this.processes) gate.open();
    for (let round = 0; round < 200; round += 1) {
      await this.settle();
      const open = await this.rows<{ id: string }>(
        Prisma.sql`SELECT "id" FROM "Job" WHERE "queueState" <> 'ENDED'`,
      );
      if (open.length === 0) return;
      await this.pass(10_000);
    }
    throw new Error('Some jobs never end.');
  }

  /** Steps that an account's plan lets run at once. */
  async allowed(account: number): Promise<number> {
    const id = this.#viewer(account).accountId;
    const [row] = await this.rows<{ planId: string }>(
      Prisma.sql`SELECT "planId" FROM "Account" WHERE "id" = ${id}`,
    );
    return stepsAtOnceOf(row?.planId ?? '');
  }

  /** Calls of an account that are under way in the running process. */
  callsUnderWay(account: number): number {
    return this.process.gate.waiting.filter((label) => label === `account ${account}`).length;
  }

  rows<Row>(query: Prisma.Sql): Promise<Row[]> {
    return this.base.db.sql<Row>(query);
  }

  async close(): Promise<void> {
    // A run that hangs mustn't keep its test from telling so.
    this.crash('dead');
    for (const { gate } of this.processes) gate.open();
    await this.settle();
    vi.useRealTimers();
    for (const db of this.#databases) await db.close();
    await this.database.remove();
  }

  #viewer(account: number): Viewer {
    const viewer = this.viewers[account];
    if (!viewer) throw new Error(`There is no account ${account}.`);
    return viewer;
  }
}

/** Each call waits at the gate first; what it does then depends on its model, and on the earlier calls of its step. */
function scriptOf(gate: Gate): Record<string, Behavior[]> {
  const replies = says('One sentence is here.');
  const atGate = (first: Behavior, later: Behavior = replies): Behavior[] => [
    async function* (request, clock) {
      await gate.pass(request.work.instructions, request.signal);
      yield* (request.earlierCalls === 0 ? first : later)(request, clock);
    },
  ];
  return {
    fast: atGate(replies),
    quality: atGate(replies),
    flaky: atGate(fails({ status: 503 })),
    limited: atGate(limits(60_000)),
    down: atGate(fails({ status: 401 }), fails({ status: 401 })),
    cut: atGate(breaksOff('One '), breaksOff('One ')),
  };
}
