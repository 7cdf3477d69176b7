import { setTimeout as sleep } from 'node:timers/promises';
import { models } from '@/lib/config/models';
import type { Clock } from '@/lib/engine/clock';
import { type Engine, openEngine } from '@/lib/engine/engine';
import type { Expressions } from '@/lib/engine/expressions/expressions';
import { type Catalog, openCatalog } from '@/lib/engine/models/catalog';
import type { Provider } from '@/lib/engine/models/provider';
import { sandboxProvider } from '@/lib/providers/sandbox/sandbox-provider';
import { type OpenExpressions, openExpressions } from '@/lib/server/expressions/open-expressions';
import { newId } from '@/lib/server/ids';
import type { Room } from '@/lib/server/jobs/ledger/dispatch-jobs';
import { JobStore } from '@/lib/server/jobs/ledger/job-store';
import { BoundedTexts } from '@/lib/server/jobs/worker/bounded-texts';
import { JobEvents } from '@/lib/server/jobs/worker/job-events';
import { JobWorker } from '@/lib/server/jobs/worker/job-worker';
import { hasOthers } from '@/lib/server/jobs/worker/present-workers';
import { RevokedJobs } from '@/lib/server/jobs/worker/revoked-jobs';
import { WorkerWatch } from '@/lib/server/jobs/worker/worker-watch';
import { logger } from '@/lib/server/logging/logger';
import type { ServerContext } from '@/lib/server/runtime/context';

/** What the rules of workflows need besides the database. */
export interface WorkflowRuntime {
  store: JobStore;
  worker: JobWorker;
  revoked: RevokedJobs;
  engine: Engine;
  events: JobEvents;
  workers: WorkerWatch;
  /** Begins to run jobs, those of an earlier process first. */
  start(): Promise<void>;
  /** Gives the jobs under way back. */
  stop(): Promise<void>;
}

interface Options {
  /** Whether this process runs jobs, or leaves all to others. On SQLite there are none: jobs stay in their lines. */
  runsJobs?: boolean;
  /** That of the product, if none is given. */
  catalog?: Catalog;
  clock?: Clock;
  expressions?: Expressions & Partial<OpenExpressions>;
  /** All providers. */
  providers?: readonly Provider[];
  /** Providers besides the sandbox. */
  languageModels?: readonly Provider[];
  random?: () => number;
}

/** The signal that jobs were left for any process. Every other one is the id of a job of which something has changed. */
const JOBS_LEFT = 'jobs-left';

/** The engine of this process on its database. */
export function openWorkflowRuntime(ctx: ServerContext, options: Options = {}): WorkflowRuntime {
  const { runsJobs = true } = options;
  const clock = options.clock ?? clockOf(ctx);
  const expressions: Options['expressions'] & {} = options.expressions ?? openExpressions();
  const events = new JobEvents(ctx.db.rows);
  const workerId = newId(ctx, 'worker');
  const roomElsewhere: Room | null = hasOthers(ctx) ? { all: 0, awaited: 0, others: 0 } : null;
  const store: JobStore = new JobStore(ctx, {
    workerId,
    room: () => (runsJobs ? worker.room() : roomElsewhere),
    onTaken: (jobs, loaded) => worker.take(jobs, loaded),
    onLeft: () => {
      ctx.db.signals.send(JOBS_LEFT);
      if (runsJobs) void worker.claim();
    },
    onRevoked: (accountIds) => revoked.endOf(accountIds),
    onParked: (...parked) => worker.onParked(...parked),
    onChanged: (jobIds) => events.notify(jobIds),
  });
  const revoked = new RevokedJobs(ctx, store, events, clock);
  const engine = openEngine({
    clock,
    random: options.random ?? Math.random,
    store,
    catalog: options.catalog ?? openCatalog(models),
    providers: options.providers ?? [
      sandboxProvider(clock, expressions.answer),
      ...(options.languageModels ?? []),
    ],
    expressions,
    texts: new BoundedTexts(),
    observeCall: warnOfRefusedKeys(clock),
  });
  const worker = new JobWorker(ctx, store, engine, events, workerId);
  const workers = new WorkerWatch(ctx, runsJobs);
  let endListening = () => {};
  return {
    store,
    worker,
    revoked,
    engine,
    events,
    workers,
    start: async () => {
      workers.start();
      endListening = ctx.db.signals.listen((word) => {
        if (word !== JOBS_LEFT) {
          events.notify([word]);
          void worker.onChanged(word);
        } else if (runsJobs) void worker.claim();
      });
      if (runsJobs) await worker.start();
    },
    stop: async () => {
      endListening();
      await Promise.all([worker.stop(), revoked.stop(), workers.stop()]);
      events.notifyAll();
      await expressions.close?.();
    },
  };
}

/** How often (ms) the log says that a provider refuses the server's key. */
const WARN_EVERY_MS = 60_000;

/** Warns the operator of a key that is refused, once a minute a provider. */
function warnOfRefusedKeys(clock: Clock): Engine['observeCall'] {
  const warnedAt = new Map<string, number>();
  return (provider, result) => {
    if (result.outcome !== 'FAILED' || result.kind !== 'denied') return;
    const now = clock.elapsed();
    if (now - (warnedAt.get(provider) ?? Number.NEGATIVE_INFINITY) < WARN_EVERY_MS) return;
    warnedAt.set(provider, now);
    logger.warn({ provider, reason: result.message }, 'A provider refuses the calls of this server');
  };
}

const clockOf = (ctx: Pick<ServerContext, 'now' | 'elapsed'>): Clock => ({
  now: () => ctx.now().getTime(),
  elapsed: () => ctx.elapsed(),
  sleep: async (milliseconds, signal) => {
    try {
      await sleep(milliseconds, undefined, { signal });
    } catch (error) {
      throw signal?.aborted ? signal.reason : error;
    }
  },
});

/** The context of a process that takes and runs workflows. */
export interface WorkflowContext extends ServerContext {
  workflows?: WorkflowRuntime | undefined;
}

/** @throws Error in a process that runs no workflows, as commands do */
export function workflowsOf({ workflows }: WorkflowContext): WorkflowRuntime {
  if (!workflows) throw new Error('This process runs no workflows.');
  return workflows;
}
